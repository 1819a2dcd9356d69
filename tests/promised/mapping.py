"""Points of the semantic mapping that stand alone; those of several parts are in `parts`."""

from tests.promised import Promise, promise

_KNOWN = "server/unresolved/test_what_is_known.py::"

MAPPING: tuple[Promise, ...] = (
    promise(
        "M1",
        "What a thing means and which one it is comes from the semantic model; each fact has one word everywhere.",
        "contract/test_words.py::test_each_fact_has_exactly_one_word "
        "server/resources/test_definitions.py::test_the_model_defines_types_with_templates_that_are_offered",
        "contract/words.py",
        r'Certainty\.AGEING: "ageing"',
        'Certainty.AGEING: "live"',
    ),
    promise(
        "M2",
        "A thing may be a template, a result, a link or a listed resource; not everything is listed.",
        "server/profile/test_roles.py::test_a_stop_is_a_template_a_result_and_a_link_and_is_listed_nowhere "
        "server/tools/test_find_stops.py::test_each_stop_has_a_link_and_its_address_stands_in_the_structure",
        "tools/reply.py",
        r"if with_links:",
        "if not with_links:",
    ),
    promise(
        "M3",
        "Reading one known thing is a resource, searching is a tool; no template hides a search.",
        "server/profile/test_roles.py::test_no_address_hides_a_search "
        "server/profile/test_roles.py::test_templates_take_identities_and_no_query",
        "resources/addressed_stop.py",
        r"described = question\.world\.describe_stop\([^\n]*",
        "described = next(iter(question.world.find_stops(stop)), None)",
    ),
    promise(
        "M4",
        "The contract is semantic; names of the wire format of a source stand nowhere in it.",
        "server/profile/test_roles.py::test_no_document_speaks_in_the_words_of_the_wire_format "
        "server/profile/test_roles.py::test_values_are_semantic_words",
        "contract/linked_stops.py",
        r'"stopType": ',
        '"location_type": ',
    ),
    promise(
        "M5",
        "Identity is the source's own id within its authority, and outlives whatever carried it here.",
        "contract/test_from_alerts.py::test_identity_outlives_the_feeds_entity_id "
        "contract/test_uris.py::test_every_id_comes_back_whole",
        "contract/from_alerts.py",
        r"parts = \(alert\.cause,",
        "parts = (alert.id, alert.cause,",
    ),
    promise(
        "M6",
        "A current state keeps its address while everything in it changes, and says what kind of statement it is.",
        "server/resources/test_journeys.py::test_the_address_stays_while_the_delay_changes "
        "server/resources/test_stops.py::test_a_board_keeps_its_address_while_its_state_changes "
        "server/resources/test_plans.py::test_the_address_of_a_dated_journey_stays_while_its_state_changes "
        "server/resources/test_history.py::test_a_journey_has_a_history_of_its_own",
        "contract/linked_journeys.py",
        r"id=uri,",
        'id=f"{uri}/{data.delay_seconds}",',
    ),
    promise(
        "M8",
        "Addresses are mobility://<type>/<authority>/<identity>, each thing in one spelling.",
        "contract/test_uris.py::test_every_spelling_has_one_canonical_form "
        "server/resources/test_stops.py::test_a_stop_is_an_entity_with_links_provenance_and_freshness "
        "contract/test_uris.py::test_a_slash_in_an_id_is_not_a_segment",
        "domain/addresses.py",
        r"return f\"\{SCHEME\}://\{'/'\.join\(",
        "return f\"https://{'/'.join(",
    ),
    promise(
        "M9",
        "A document is JSON-LD with type, id, properties, relationships, time, provenance, freshness and vocabulary.",
        "server/resources/test_stops.py::test_a_stop_is_an_entity_with_links_provenance_and_freshness "
        "server/resources/test_definitions.py::test_every_document_names_the_context_that_is_served",
        "resources/kinds.py",
        r'LINKED = "application/ld\+json"',
        'LINKED = "application/json"',
    ),
    promise(
        "M10",
        "A resource tells name, title, meaning, MIME type, last change, and for whom it is.",
        "server/resources/test_definitions.py::test_every_resource_says_for_whom_it_is_and_how_important "
        "server/resources/test_definitions.py::test_beside_what_is_read_stands_when_it_last_changed "
        "server/resources/test_lists.py::test_templates_and_resources_are_listed_in_one_order_with_what_they_mean",
        "resources/stops.py",
        r"annotations=Annotations\(audience=\[\"assistant\"\], priority=0\.6\),",
        "annotations=None,",
    ),
    promise(
        "M11",
        "Every type of the model has its template, and so have the collections and the model itself.",
        "server/resources/test_lists.py::test_templates_and_resources_are_listed_in_one_order_with_what_they_mean "
        "server/resources/test_definitions.py::test_the_model_defines_types_with_templates_that_are_offered "
        "server/resources/test_days.py::test_the_journeys_of_a_stop_are_told_by_when_they_leave_it",
        "resources/every_resource.py",
        r"    add_plans\(server, desk\)\n",
        "    _ = add_plans\n",
    ),
    promise(
        "M12",
        "A stop has id, name, place, type, accessibility, station, lines served and provenance.",
        "server/resources/test_stops.py::test_a_stop_is_an_entity_with_links_provenance_and_freshness "
        "server/resources/test_stops.py::test_a_platform_links_to_its_station_and_the_station_to_its_platforms",
        "contract/linked_stops.py",
        r'"servedRoutes": \[',
        '"routes": [',
    ),
    promise(
        "M13",
        "A journey of the timetable has line, pattern, days, destination, stops with times and provenance.",
        "server/resources/test_plans.py::test_a_journey_of_the_timetable_tells_stops_times_and_days "
        "server/resources/test_plans.py::test_a_trip_that_repeats_tells_how_often_and_no_times_of_a_clock",
        "contract/linked_plans.py",
        r"scheduled_departure=_to_clock\(journey, one\.departure_s\),",
        "scheduled_departure=None,",
    ),
    promise(
        "M14",
        "A dated journey has its plan, its day, its status, its vehicle where known, cancellation or replacement.",
        "server/resources/test_plans.py::test_a_dated_journey_tells_what_was_said_to_change_it "
        "server/resources/test_plans.py::test_a_dated_journey_links_its_plan_its_day_and_what_is_watched_of_it "
        "server/resources/test_plans.py::test_a_replaced_journey_has_the_stops_that_live_data_brings",
        "contract/linked_dated.py",
        r'return "cancelled"\n',
        'return "planned"\n',
    ),
    promise(
        "M15",
        "A monitored journey has its dated journey, vehicle, progress, delay, estimated times and freshness.",
        "server/resources/test_journeys.py::test_a_journey_says_what_its_tool_says "
        "server/resources/test_journeys.py::test_a_journey_holds_every_stop_and_links_to_route_stops_and_vehicle "
        "server/tools/test_get_monitored_journey.py::test_a_standing_vehicle_is_at_its_stop_and_the_next_one_follows",
        "contract/linked_journeys.py",
        r'_IN_RELATIONSHIPS = frozenset\(\{"type", "uri", "lineId", "vehicle"\}\)',
        '_IN_RELATIONSHIPS = frozenset({"type", "uri", "lineId", "vehicle", "knownBy"})',
    ),
    promise(
        "M16",
        "A vehicle has id, label, access, where and when it reported, crowding and its journey.",
        "server/resources/test_journeys.py::test_a_vehicle_links_to_its_journey_and_tells_when_it_was_seen "
        "server/tools/test_get_vehicle_position.py::test_a_vehicle_is_found_by_id_address_label_and_plate",
        "contract/from_vehicles.py",
        r"observed_time=to_wire_time\(position\.timestamp, sighting\.feed\.zone\),",
        "observed_time=None,",
    ),
    promise(
        "M17",
        "A small set of tools, the five of the mapping under their names among them; four kinds of time kept apart.",
        "server/tools/test_schemas.py::test_the_tools_are_listed_in_one_order "
        "server/tools/test_get_arrivals.py::test_a_planned_time_and_a_predicted_one_stay_apart "
        "server/tools/test_search_nearby_stops.py::test_accessible_stops_come_first_when_asked_for_and_none_is_hidden "
        "server/tools/test_search_active_journeys.py::test_trips_under_way_by_plan_are_listed_as_planned",
        "tools/every_tool.py",
        r"        make_get_vehicle_position\(desk\),\n",
        "",
    ),
    promise(
        "M18",
        "Inputs are flat semantic ids, places and days; each says its unit and scope, and source ids are taken too.",
        "server/profile/test_roles.py::test_inputs_say_their_units_and_scopes "
        "server/tools/test_schemas.py::test_an_input_schema_is_flat_and_plain "
        "server/tools/test_arguments.py::test_a_bad_argument_is_named",
        "tools/inputs.py",
        r'description="Metres around[^"]*"',
        'description="Around."',
    ),
    promise(
        "M19",
        "A result is structured, with a sentence beside it and links to what can be read on.",
        "server/tools/test_get_arrivals.py::test_the_text_block_is_the_written_answer "
        "server/tools/test_schemas.py::test_a_result_is_what_its_output_schema_promises "
        "server/profile/test_roles.py::test_a_linked_entity_is_the_one_that_its_address_gives",
        "tools/reply.py",
        r'text = "\\n"\.join\(\(self\.envelope\.text, \*self\.lines\)\)',
        'text = "\\\\n".join(self.lines)',
    ),
    promise(
        "M20",
        "Subscribers are told of what is new and of nothing else; monitoring ends by one rule and deletes nothing.",
        "server/subscriptions/test_listen.py::test_a_board_is_told_anew_when_a_departure_is_later "
        "server/subscriptions/test_listen.py::test_the_same_said_again_later_is_no_news "
        "server/subscriptions/test_any_sequence.py::test_a_resource_is_told_exactly_when_what_it_says_is_another "
        "server/subscriptions/test_listen.py::test_lists_are_told_when_a_feed_comes_or_goes_and_not_when_one_brings_"
        "something "
        "server/resources/test_history.py::test_once_monitoring_has_ended_the_same_address_says_so "
        "server/resources/test_history.py::test_expiry_deletes_neither_the_plan_nor_the_history "
        "server/resources/test_history.py::test_after_the_bound_of_history_only_the_plan_is_known "
        "server/subscriptions/test_slow_clients.py::test_what_waits_is_one_event_for_each_thing_however_often_it_changed",
        "subscriptions/changes.py",
        r"if name not in before or snapshot is not before\[name\]\[1\]",
        "if name not in before",
    ),
    promise(
        "M21",
        "Provenance names authority, feed version, standard, times of source, report and retrieval, and staleness.",
        "contract/test_from_feeds.py::test_each_live_state_says_whether_live_data_took_part "
        "contract/test_from_feeds.py::test_a_live_answer_says_where_it_comes_from_and_how_old_it_is "
        "server/rules/test_freshness.py::test_a_feed_that_does_not_say_when_it_was_made_is_given_no_time_of_its_own "
        f"{_KNOWN}test_a_report_is_as_fresh_as_itself_where_nothing_else_is_live",
        "contract/from_feeds.py",
        r"stale=live\.state in _STALE",
        "stale=False",
    ),
    promise(
        "M23",
        "Tokens see the feeds they are for; names, pages, rates and sizes are checked; who asked is noted.",
        "server/transport/test_scopes.py::test_a_narrow_token_is_answered_as_if_its_feed_were_alone "
        "server/transport/test_gate.py::test_what_does_not_belong_is_refused_with_a_sentence "
        "server/transport/test_gate.py::test_each_client_has_its_own_number_of_requests "
        "server/transport/test_audit.py::test_each_request_is_one_line_with_who_what_outcome_and_time "
        "together/test_withheld_fields.py::test_an_identity_that_is_withheld_is_in_no_answer",
        "transport/callers.py",
        r"if view\.store\.info\.authority in caller\.feeds\)",
        "if caller.feeds)",
    ),
    promise(
        "M25",
        "What the mapping leaves for later is here: alerts, history, subscriptions, languages, pages, prompts.",
        "server/resources/test_lists.py::test_a_prompt_is_filled_and_lines_without_their_value_are_left_out "
        "server/tools/test_get_alerts.py::test_only_what_concerns_the_question_is_told "
        "server/prompts/test_prompts_and_tools.py::test_a_prompt_asks_the_same_tools_in_each_language "
        "server/tools/test_get_arrivals.py::test_the_answer_speaks_the_language_that_is_asked_for "
        "server/tools/test_cursor.py::test_pages_put_together_are_the_whole_list "
        "server/resources/test_history.py::test_a_stop_tells_what_was_observed_there",
        "prompts.py",
        r"UserMessage\(text\.fill\(\{\*\*given, ",
        "UserMessage(text.fill({",
    ),
    promise(
        "M27",
        "Revision 2025-11-25 gets the same answers as the newest one.",
        "together/test_revisions.py::test_an_older_revision_gives_the_same_answer "
        "server/transport/test_protocol.py::test_a_host_gets_over_http_what_it_gets_in_memory",
        "tools/rider_tool.py",
        r"return reply\.to_result\(with_links=takes_links\(request\)\)",
        'return reply.to_result(with_links=takes_links(request) and context.protocol_version != "2025-11-25")',
    ),
    promise(
        "M28",
        "Meaning depends on no SDK, client, transport or storage.",
        "server/profile/test_roles.py::test_what_a_result_means_needs_no_sdk_transport_or_storage "
        "server/resources/test_definitions.py::test_the_model_is_words_alone_and_knows_no_protocol_or_store",
        "contract/words.py",
        r"\nfrom stopbell_server\.contract\.arrivals import",
        "\nimport mcp\nfrom stopbell_server.contract.arrivals import",
    ),
)
