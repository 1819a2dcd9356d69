"""Points of the semantic mapping that have several parts: identity, prohibitions, unresolved, proof, conformance."""

from tests.promised import Promise, promise

_IDENTITY = "properties/test_identity.py::"
_MEANT = "server/unresolved/test_what_is_meant.py::"
_KNOWN = "server/unresolved/test_what_is_known.py::"

IDENTITY: tuple[Promise, ...] = (
    promise(
        "M5a.1",
        "The id of a request names nothing.",
        f"{_IDENTITY}test_a_requests_id_names_nothing",
        "tools/rider_tool.py",
        r"return reply\.to_result\(with_links=takes_links\(request\)\)",
        "result = reply.to_result(with_links=takes_links(request))\n"
        '        result.structured_content["id"] = f"urn:answer:{context.request_id}"\n'
        "        return result",
    ),
    promise(
        "M5a.2",
        "The id of a call names nothing.",
        f"{_IDENTITY}test_a_calls_id_names_nothing",
        "tools/rider_tool.py",
        r"return reply\.to_result\(with_links=takes_links\(request\)\)",
        "result = reply.to_result(with_links=takes_links(request))\n"
        '        result.structured_content["id"] = f"urn:answer:{request.meta}"\n'
        "        return result",
    ),
    promise(
        "M5a.3",
        "The id of an entity in a live feed names nothing.",
        f"{_IDENTITY}test_an_entitys_id_in_a_live_feed_names_nothing "
        "contract/test_from_alerts.py::test_identity_outlives_the_feeds_entity_id",
        "contract/from_alerts.py",
        r"parts = \(alert\.cause,",
        "parts = (alert.id, alert.cause,",
    ),
    promise(
        "M5a.4",
        "The name of a file, of a timetable or of live data, names nothing.",
        f"{_IDENTITY}test_a_files_name_names_nothing",
        "feeds/importing/run.py",
        r"return ImportReport\(authority, version,",
        'return ImportReport(f"{authority}-{len(source.name)}", version,',
    ),
    promise(
        "M5a.5",
        "When something was fetched names nothing.",
        f"{_IDENTITY}test_when_a_feed_was_fetched_names_nothing",
        "contract/linked_journeys.py",
        r"urn=to_urn\(data\.type, authority, journey\.service_day\.isoformat\(\), journey\.trip, \*\w+\(data\)\),",
        "urn=to_urn(data.type, authority, journey.trip, str(provenance.retrieved_time)),",
    ),
    promise(
        "M5a.6",
        "The place in a cache names nothing.",
        f"{_IDENTITY}test_what_is_remembered_of_former_questions_names_nothing",
        "contract/known_calls.py",
        r"        self\._known\[id\(call\)",
        '        told = told.model_copy(update={"journey": f"{told.journey}/{len(self._known)}"})\n'
        "        self._known[id(call)",
    ),
    promise(
        "M5a.7",
        "A cursor, or a place in a list, names nothing.",
        f"{_IDENTITY}test_a_place_in_a_list_names_nothing "
        "server/tools/test_cursor.py::test_pages_put_together_are_the_whole_list",
        "tools/get_arrivals.py",
        r"data = data\.model_copy\(update=frame\)",
        "data = data.model_copy(update={**frame, 'arrivals': [one.model_copy(update={'trip_id': str(frame['before'])}) "
        "for one in data.arrivals]})",
    ),
)

PROHIBITIONS: tuple[Promise, ...] = (
    promise(
        "M7.1",
        "Nothing is called observed only because its time is past.",
        "properties/test_prohibitions.py::test_nothing_is_called_observed_only_because_its_time_is_past "
        "contract/test_from_calls.py::test_a_past_time_is_not_called_observed "
        "server/tools/test_get_monitored_journey.py::test_a_past_time_alone_puts_no_stop_behind "
        "together/test_real_journeys.py::test_the_next_stop_is_never_one_whose_time_is_past "
        "server/feeds/history/test_any_sequence.py::test_time_alone_observes_nothing",
        "contract/from_calls.py",
        r"observed_departure=to_wire_time\(call\.departure\.observed, zone\)",
        "observed_departure=to_wire_time(call.departure.observed or call.departure.expected, zone)",
    ),
    promise(
        "M7.2",
        "Nothing is on time only because no update speaks of it.",
        "properties/test_prohibitions.py::test_nothing_is_on_time_only_because_nobody_speaks_of_it "
        "server/rules/test_propagation.py::test_a_trip_of_which_nothing_is_said_is_not_called_on_time",
        "timetable/finished_call.py",
        r"return Certainty\.TIMETABLE, None\n    says_something",
        "return Certainty.LIVE, None\n    says_something",
    ),
    promise(
        "M7.3",
        "No vehicle is absent only because it has not reported lately.",
        "properties/test_prohibitions.py::test_no_vehicle_is_absent_only_because_it_has_not_reported "
        "server/tools/test_get_vehicle_position.py::test_a_forgotten_report_does_not_say_that_there_is_no_vehicle "
        "server/tools/test_which_vehicle.py::test_that_nothing_reports_does_not_mean_that_nothing_is_there "
        "server/transit_realtime/test_vehicles.py::test_without_live_data_no_vehicle_is_called_absent",
        "contract/codes.py",
        r'Code\.NO_VEHICLE_DATA: CodeRow\("unresolved", retryable=True\)',
        'Code.NO_VEHICLE_DATA: CodeRow("unresolved", retryable=False)',
    ),
    promise(
        "M7.4",
        "Doubt that is not told is unknown, never zero.",
        "properties/test_prohibitions.py::test_doubt_that_is_not_told_is_never_none "
        "contract/test_from_calls.py::test_missing_uncertainty_is_not_zero "
        "server/rules/test_propagation.py::test_uncertainty_that_is_not_said_is_unknown",
        "contract/from_calls.py",
        r"uncertainty_seconds=call\.at\(kind\)\.uncertainty_s",
        "uncertainty_seconds=call.at(kind).uncertainty_s or 0",
    ),
)

UNRESOLVED: tuple[Promise, ...] = (
    promise(
        "M22.1",
        "An unknown identifier is said to be unknown, with a way on.",
        f"{_MEANT}test_an_unknown_identifier_is_said_to_be_unknown "
        f"{_MEANT}test_an_unknown_address_is_refused_with_a_way_on",
        "tools/vehicle_argument.py",
        r"raise Refusal\(Code\.UNKNOWN_VEHICLE,",
        "raise Refusal(Code.UNKNOWN_TRIP,",
    ),
    promise(
        "M22.2",
        "A trip without its operating day is asked back, day by day.",
        f"{_MEANT}test_a_trip_without_its_operating_day_is_asked_back_day_by_day "
        f"{_MEANT}test_a_trip_of_two_feeds_is_asked_back_feed_by_feed "
        "server/tools/test_get_monitored_journey.py::test_a_trip_of_several_days_asks_for_the_day",
        "timetable/journey_runs.py",
        r"if len\(runs\) == 1:\n            return RunChoice\(runs\[0\]\)",
        "if runs:\n            return RunChoice(runs[0])",
    ),
    promise(
        "M22.3",
        "A stop that comes twice, without its place along the pattern, does not tell how far a vehicle is.",
        f"{_MEANT}test_a_stop_that_comes_twice_does_not_tell_how_far_the_vehicle_is "
        f"{_MEANT}test_a_document_of_the_journey_says_that_the_stop_comes_twice "
        "server/rules/test_matching.py::test_on_a_loop_only_a_sequence_tells_the_visit",
        "timetable/vehicle_of_trip.py",
        r"return visits\[0\] if len\(visits\) == 1 else None",
        "return visits[0] if visits else None",
    ),
    promise(
        "M22.4",
        "Stale live data is told as stale.",
        f"{_KNOWN}test_stale_live_data_is_told_as_stale "
        f"{_KNOWN}test_a_stale_board_is_marked_in_its_document_and_in_its_words",
        "timetable/freshness.py",
        r"return Certainty\.AGEING if age <= limits\.ageing else Certainty\.LOST",
        "return Certainty.AGEING",
    ),
    promise(
        "M22.5",
        "Of a vehicle whose journey is not reported the place alone is told.",
        f"{_KNOWN}test_of_a_vehicle_whose_journey_is_not_reported_its_place_alone_is_told "
        f"{_KNOWN}test_the_document_of_such_a_vehicle_has_no_journey_and_says_so",
        "desk/vehicle_position.py",
        r"return Verdict\(\) if journey else Verdict\(Code\.VEHICLE_WITHOUT_JOURNEY\)",
        "return Verdict()",
    ),
    promise(
        "M22.6",
        "Of a journey without a reporting vehicle the plan is told, and that nobody reports.",
        f"{_KNOWN}test_of_a_journey_that_no_vehicle_reports_on_the_plan_is_told "
        f"{_KNOWN}test_the_document_of_such_a_journey_has_no_vehicle_and_says_so",
        "desk/journeys.py",
        r"return Verdict\(Code\.JOURNEY_WITHOUT_VEHICLE\)",
        "return Verdict()",
    ),
    promise(
        "M22.7",
        "A passing that nobody saw is not called observed, and that is said.",
        f"{_KNOWN}test_a_passing_that_nobody_saw_is_not_called_observed "
        f"{_KNOWN}test_a_passing_that_a_report_shows_is_gone "
        "server/resources/test_history.py::test_where_nothing_was_observed_there_is_not_enough_evidence "
        "server/rules/test_passed.py::test_a_planned_call_was_due_and_nobody_says_that_it_came",
        "tools/get_arrivals.py",
        r"return Verdict\(Code\.INSUFFICIENT_EVIDENCE\) if is_open and verdict\.code is None else verdict",
        "return verdict",
    ),
)

PROOF: tuple[Promise, ...] = (
    promise(
        "M24.1",
        "A journey is followed stop by stop while it is monitored.",
        "server/tools/test_get_monitored_journey.py::test_a_rider_on_board_hears_the_next_stop_first_and_the_one_after_it",
        "timetable/journey.py",
        r"if place is not None:\n +first = ",
        "if place is not None and is_stopped:\n        first = ",
    ),
    promise(
        "M24.2",
        "A journey leads to its vehicle and the vehicle to its journey.",
        "server/tools/test_get_vehicle_position.py::test_a_vehicle_is_found_by_its_journey "
        "server/tools/test_get_monitored_journey.py::test_a_journey_is_found_by_its_vehicle "
        "server/resources/test_journeys.py::test_a_vehicle_links_to_its_journey_and_tells_when_it_was_seen",
        "contract/from_vehicle_position.py",
        r"journey=to_uri_of\(journey\) if journey else None",
        "journey=None",
    ),
    promise(
        "M24.3",
        "A vehicle is told where it was seen, and how long ago.",
        "server/tools/test_get_vehicle_position.py::test_the_place_is_told_by_the_nearest_stop_with_the_age_of_the_"
        "report "
        "together/test_real_journeys.py::test_every_vehicle_is_placed_by_a_stop_in_a_short_sentence",
        "phrases/vehicle_position.py",
        r"told = words\.sentence\(subject, place, report, \*rest\)",
        "told = words.sentence(subject, place, *rest)",
    ),
    promise(
        "M24.4",
        "A journey leads to its plan, its line and its stops.",
        "server/resources/test_journeys.py::test_a_journey_holds_every_stop_and_links_to_route_stops_and_vehicle "
        "server/resources/test_plans.py::test_a_dated_journey_links_its_plan_its_day_and_what_is_watched_of_it",
        "contract/linked_journeys.py",
        r'relationships\["route"\] = ',
        'relationships["line"] = ',
    ),
    promise(
        "M24.5",
        "Arrivals are predicted, and a prediction is told as one.",
        "server/tools/test_get_arrivals.py::test_a_planned_time_and_a_predicted_one_stay_apart "
        "server/rules/test_propagation.py::test_a_time_runs_on_as_a_delay_and_zero_is_a_delay",
        "contract/from_calls.py",
        r"scheduled_departure=to_wire_time\(call\.departure\.scheduled, zone\)",
        "scheduled_departure=to_wire_time(call.departure.expected or call.departure.scheduled, zone)",
    ),
    promise(
        "M24.6",
        "Every answer says where it comes from and how fresh it is.",
        "contract/test_from_feeds.py::test_a_live_answer_says_where_it_comes_from_and_how_old_it_is "
        "server/resources/test_stops.py::test_a_board_keeps_its_address_while_its_state_changes",
        "contract/from_feeds.py",
        r"feed_version=info\.version,",
        "feed_version=None,",
    ),
    promise(
        "M24.7",
        "Every answer can be spoken: numbers, times and short forms in words, in each language.",
        "server/phrases/test_any_call.py::test_any_board_is_sayable "
        "server/phrases/test_sentences.py::test_a_state_is_told_in_the_proofread_words "
        "properties/test_certainty_words.py::test_the_words_for_certainty_are_those_of_the_data",
        "phrases/clock_words.py",
        r'return Line\(written, spell\(""\), tuple\(',
        "return Line(written, written, tuple(",
    ),
    promise(
        "M24.8",
        "Who cannot see or climb asks for what is accessible, and hears of how much nobody knows.",
        "server/tools/test_find_low_floor_vehicles.py::test_the_next_one_at_a_stop_comes_with_what_stands_before_it "
        "server/tools/test_get_arrivals.py::test_access_puts_the_surely_accessible_first_and_hides_none "
        "server/tools/test_plan_trip.py::test_access_puts_the_surely_accessible_first_and_counts_the_unknown "
        "server/rules/test_stations.py::test_a_closed_lift_is_never_passed_over_in_silence "
        "server/rules/test_access.py::test_access_first_ranks_unknown_before_no_and_hides_none",
        "tools/low_floor.py",
        r"first = verdicts\.index\(Access\.YES\) if Access\.YES in verdicts else len\(verdicts\)",
        "first = 0",
    ),
)

CONFORMANCE: tuple[Promise, ...] = (
    promise(
        "M26.1",
        "Identity and meaning are kept from the source to the answer.",
        "contract/test_uris.py::test_every_id_comes_back_whole "
        "server/profile/test_roles.py::test_a_linked_entity_is_the_one_that_its_address_gives",
        "domain/addresses.py",
        r'quote\(part, safe=""\)',
        'quote(part, safe="/")',
    ),
    promise(
        "M26.2",
        "Resources, tools and prompts keep to their roles.",
        "server/tools/test_schemas.py::test_every_tool_has_a_title_a_description_and_only_reads "
        "server/profile/test_roles.py::test_no_address_hides_a_search",
        "tools/rider_tool.py",
        r"read_only_hint=True",
        "read_only_hint=False",
    ),
    promise(
        "M26.3",
        "Not every entity is listed.",
        "server/resources/test_lists.py::test_templates_and_resources_are_listed_in_one_order_with_what_they_mean "
        "server/profile/test_roles.py::test_a_stop_is_a_template_a_result_and_a_link_and_is_listed_nowhere",
        "resources/feeds.py",
        r'name="transport-feeds",',
        'name="transport-feeds-and-stops",',
    ),
    promise(
        "M26.4",
        "What can be identified can be read, by resource or template.",
        "server/resources/test_links.py::test_no_link_is_dead_and_every_document_is_what_it_should_be "
        "server/resources/test_links.py::test_every_kind_of_thing_is_reached_from_a_stop_a_feed_and_a_vehicle",
        "resources/every_resource.py",
        r"    add_routes\(server, desk\)\n",
        "    _ = add_routes\n",
    ),
    promise(
        "M26.5",
        "Tools search, filter, join and compute.",
        "server/tools/test_get_arrivals.py::test_a_headsign_and_a_mode_narrow_the_board "
        "server/tools/test_find_stops.py::test_a_name_is_found_in_any_script "
        "server/tools/test_search_nearby_stops.py::test_the_nearest_comes_first_with_distance_and_direction",
        "tools/get_arrivals.py",
        r"mode=vehicles,\n        access=access,",
        "mode=None,\n        access=access,",
    ),
    promise(
        "M26.6",
        "Semantic concepts come first, in documents and in results.",
        "server/profile/test_roles.py::test_values_are_semantic_words "
        "contract/test_words.py::test_each_fact_has_exactly_one_word",
        "contract/words.py",
        r'LocationType\.STOP: "stop"',
        'LocationType.STOP: "LOCATION_TYPE_STOP"',
    ),
    promise(
        "M26.7",
        "Identity is kept across updates.",
        "server/resources/test_stops.py::test_a_board_keeps_its_address_while_its_state_changes "
        "server/resources/test_routes.py::test_a_pattern_keeps_its_address_when_the_feed_comes_again_in_another_order",
        "contract/linked_stops.py",
        r"id=to_board_uri\(authority, stop\.id\),",
        'id=f"{to_board_uri(authority, stop.id)}/{len(data.arrivals)}",',
    ),
    promise(
        "M26.8",
        "Current, planned, predicted, observed and historical are told apart.",
        "server/resources/test_plans.py::test_predictions_and_places_are_no_part_of_a_dated_journey "
        "server/tools/test_get_arrivals.py::test_a_planned_time_and_a_predicted_one_stay_apart "
        "server/resources/test_history.py::test_what_holds_now_and_what_was_never_mix "
        "properties/test_prohibitions.py::test_nothing_is_called_observed_only_because_its_time_is_past",
        "contract/linked_dated.py",
        r"scheduled_departure=to_wire_time\(one\.departure\.scheduled, ",
        "scheduled_departure=to_wire_time(one.departure.expected or one.departure.scheduled, ",
    ),
    promise(
        "M26.9",
        "Provenance and freshness stand in every answer.",
        "contract/test_from_feeds.py::test_several_feeds_have_no_single_authority_and_the_worst_state "
        "server/resources/test_definitions.py::test_a_plan_names_the_timetable_alone_as_its_source",
        "contract/from_feeds.py",
        r"live_state=worst\.value,",
        'live_state="live",',
    ),
    promise(
        "M26.10",
        "What cannot be settled is said, never invented.",
        "properties/test_no_invented_value.py::test_every_value_of_every_answer_is_somewhere_in_the_input "
        "server/tools/test_codes.py::test_a_code_comes_with_its_state_a_sentence_and_a_remedy",
        "timetable/access.py",
        r"return UNKNOWN_ACCESS, low_floor",
        "return AccessFact(Access.YES, AccessSource.TRIP), low_floor",
    ),
    promise(
        "M26.11",
        "Addresses and documents have the published forms.",
        "contract/test_publish.py::test_the_published_schemas_are_those_of_the_code "
        "server/tools/test_schemas.py::test_a_result_is_what_its_output_schema_promises "
        "contract/test_goldens.py::test_a_document_is_as_it_was_written_down",
        "contract/envelope.py",
        r"    retryable: bool = Field\(",
        "    again: bool = Field(",
    ),
    promise(
        "M26.12",
        "Nothing depends on one SDK, client, transport or storage: every way in gets the same answers.",
        "server/transport/test_protocol.py::test_a_host_gets_over_http_what_it_gets_in_memory "
        "together/test_revisions.py::test_a_server_on_standard_streams_gives_the_same_answers "
        "server/profile/test_roles.py::test_what_a_result_means_needs_no_sdk_transport_or_storage",
        "tools/rider_tool.py",
        r"return reply\.to_result\(with_links=takes_links\(request\)\)",
        "return reply.to_result(with_links=takes_links(request) and not context.headers)",
    ),
)

PARTS: tuple[Promise, ...] = (*IDENTITY, *PROHIBITIONS, *UNRESOLVED, *PROOF, *CONFORMANCE)
