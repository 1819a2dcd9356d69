"""Points of the design chapter on servers of this protocol."""

from tests.promised import Promise, promise

CHAPTER: tuple[Promise, ...] = (
    promise(
        "D1",
        "Host, client and server are apart; tools, resources and prompts are discovered, used, and told of when new.",
        "server/resources/test_lists.py::test_prompts_are_listed_in_the_servers_language "
        "together/test_toolbox.py::test_prompts_are_listed_and_filled "
        "together/test_toolbox.py::test_a_started_server_answers_the_same "
        "server/subscriptions/test_handshake_era.py::test_the_handshake_says_that_subscriptions_are_there",
        "server.py",
        r"prompts = add_every_prompt\(server, desk\)",
        "_ = add_every_prompt",
    ),
    promise(
        "D2",
        "Standard streams for one's own machine and HTTP for many are both first-class.",
        "server/profile/test_standard_streams.py::test_every_line_of_standard_output_is_a_message "
        "together/test_toolbox.py::test_nothing_but_the_protocol_reaches_standard_output "
        "together/test_revisions.py::test_a_server_on_standard_streams_gives_the_same_answers "
        "server/transport/test_protocol.py::test_a_host_gets_over_http_what_it_gets_in_memory",
        "transport/stdio.py",
        r"await server\.run_stdio_async\(\)",
        'print("ready", flush=True)\n    await server.run_stdio_async()',
    ),
    promise(
        "D3",
        "A tool has name, description, input schema and structured output; resources are only read.",
        "server/tools/test_schemas.py::test_every_tool_has_a_title_a_description_and_only_reads "
        "server/tools/test_schemas.py::test_a_result_is_what_its_output_schema_promises",
        "tools/rider_tool.py",
        r"title=plain\.title,\n        description=plain\.description,\n        parameters",
        'title="",\n        description=plain.description,\n        parameters',
    ),
    promise(
        "D4",
        "Bad input is named with what is allowed, a refused token with the remedy, what is lost with what is left.",
        "server/tools/test_arguments.py::test_choices_and_ranges_are_told_with_the_refusal "
        "server/tools/test_codes.py::test_an_unknown_feed_lists_those_that_are_there "
        "together/test_toolbox_over_http.py::test_without_a_valid_one_it_says_where_to_put_it "
        "together/test_lost_sources.py::test_an_answer_says_what_it_lacks_when_one_source_is_lost",
        "tools/refusal.py",
        r'return ", "\.join\(schema\["enum"\]\)',
        'return ""',
    ),
    promise(
        "D5",
        "Secrets come by environment or file and are never logged; input is validated; remote use is encrypted.",
        "server/transport/test_audit.py::test_neither_places_nor_tokens_are_written_anywhere "
        "together/test_http_server.py::test_with_a_token_file_only_its_tokens_are_let_in_and_none_is_ever_written "
        "together/test_toolbox_over_http.py::test_a_token_never_crosses_the_network_unencrypted "
        "server/transport/test_listening.py::test_with_a_certificate_it_is_https",
        "transport/audit.py",
        r'if self\._with_arguments and params\.get\("arguments"\):',
        'if params.get("arguments"):',
    ),
    promise(
        "D6",
        "It runs in a desktop host, for a team in a container without rights, and as a service in a pipeline.",
        "packaging/test_deploying.py::test_the_image_and_the_team_run_without_rights "
        "packaging/test_deploying.py::test_the_steps_of_the_pipeline_pass_without_a_container "
        "packaging/test_bundle.py::test_the_bundle_answers_with_what_a_person_filled_in",
        "packaging/container/Containerfile",
        r"\nUSER 10001\n",
        "\n",
    ),
)
