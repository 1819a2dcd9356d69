"""Points of the Lviv server's documented contract."""

from tests.promised import Promise, promise

_AT = "server/transit_realtime/"

LVIV: tuple[Promise, ...] = (
    promise(
        "L1",
        "A POST without a first word, taking both kinds of answer, gets one event with the result.",
        f"{_AT}test_over_http.py::test_a_call_without_initialize_is_answered_by_one_event "
        f"{_AT}test_over_http.py::test_a_client_that_does_not_take_both_kinds_is_refused",
        "transport/http.py",
        r"json_response=answers_json",
        "json_response=True",
    ),
    promise(
        "L2",
        "The first block is a sentence in the interface language; the whole payload is in the structure.",
        f"{_AT}test_documented_answers.py::test_the_documented_answer_for_a_stop_is_given_word_for_word "
        f"{_AT}test_stops.py::test_what_only_the_timetable_has_is_listed_last_but_told_first_when_it_comes_first",
        "transit_realtime/documented_tool.py",
        r"TextContent\(text=answer\.summary\.written\)",
        "TextContent(text=answer.summary.spoken)",
    ),
    promise(
        "L2a",
        "Ids may come as integers and leave as text; the language is that of the setting or the client.",
        f"{_AT}test_stops.py::test_a_stop_is_asked_for_by_number_or_text_and_told_as_text "
        f"{_AT}test_over_http.py::test_the_summary_is_in_the_language_that_the_client_accepts",
        "transit_realtime/arguments.py",
        r"BeforeValidator\(to_id_text\),\n    Field\(description=\"Stop",
        'Field(),\n    Field(description="Stop',
    ),
    promise(
        "L3",
        "Blocks point into the data; arrivals are sorted, null last; instants have milliseconds, updated_at none.",
        f"{_AT}test_documented_answers.py::test_instants_have_milliseconds_but_not_the_age_of_the_answer "
        f"{_AT}test_documented_answers.py::test_every_layer_is_a_path_to_what_has_a_place "
        f"{_AT}test_stops.py::test_arrivals_are_sorted_and_those_that_nobody_predicts_come_last",
        "transit_realtime/wire.py",
        r"%H:%M:%S\.000Z",
        "%H:%M:%SZ",
    ),
    promise(
        "L4",
        "A stop's live board has the stop, its arrivals and when they were known.",
        f"{_AT}test_documented_answers.py::test_a_documented_request_gets_the_answer_that_was_looked_at "
        f"{_AT}test_documented_answers.py::test_the_data_has_the_documented_fields_and_no_other",
        "transit_realtime/stop_realtime.py",
        r"lng=to_coordinate\(position\.lon if position else None\)",
        "lng=to_coordinate(position.lat if position else None)",
    ),
    promise(
        "L5",
        "Stops are found by name in either script; both sides of a street stand apart, told apart by their lines.",
        f"{_AT}test_stops.py::test_both_sides_of_a_street_are_stops_of_their_own "
        f"{_AT}test_stops.py::test_a_name_is_found_in_either_script "
        f"{_AT}test_stops.py::test_stops_around_a_place_are_those_of_the_search_with_their_distance",
        "transit_realtime/stops.py",
        r"search_stops\(query, limit=limit\)",
        "search_stops(query, limit=1)",
    ),
    promise(
        "L6",
        "A trip gives both ends with all their stops, direct lines with walks, and changes where no line goes through.",
        f"{_AT}test_lines.py::test_one_boards_within_a_walk_at_a_stop_of_another_name "
        f"{_AT}test_lines.py::test_a_change_is_given_where_no_line_goes_through "
        f"{_AT}test_lines.py::test_no_line_takes_one_back_from_its_last_stop",
        "transit_realtime/plan_trip.py",
        r"walk_to_board_meters=trip\.walk_to, walk_from",
        "walk_to_board_meters=0, walk_from",
    ),
    promise(
        "L7",
        "A line's timetable has stops of both ways, times at the first stop alone, and shapes when asked for.",
        f"{_AT}test_lines.py::test_the_first_stop_of_each_way_alone_has_times "
        f"{_AT}test_lines.py::test_times_stand_by_kind_of_day_in_the_order_of_the_service_day "
        f"{_AT}test_lines.py::test_shapes_are_there_only_when_asked_for",
        "transit_realtime/route_static.py",
        r"told = times if place == 0 else FirstStopTimes\(\)",
        "told = times",
    ),
    promise(
        "L8",
        "A line's vehicles have a next stop only where one is predicted.",
        f"{_AT}test_vehicles.py::test_the_next_stop_is_null_without_a_trip_update "
        f"{_AT}test_vehicles.py::test_a_direction_is_the_place_of_its_destination "
        f"{_AT}test_lines.py::test_a_line_is_asked_for_in_either_script_or_by_id_and_told_by_its_own_label",
        "transit_realtime/vehicles.py",
        r"if not ahead:\n        return None",
        "if not ahead:\n        return NextStop(id=str(seen.destination), name=str(seen.destination), arrival=None)",
    ),
    promise(
        "L9",
        "Vehicles around a point come with their distance, and total counts all in range.",
        f"{_AT}test_vehicles.py::test_total_counts_what_the_limit_leaves_out "
        f"{_AT}test_vehicles.py::test_vehicles_around_a_place_may_be_of_one_line",
        "transit_realtime/vehicles_near.py",
        r"total=len\(seen\),",
        "total=len(seen[:limit]),",
    ),
    promise(
        "L10",
        "A vehicle is told with line (else its raw id), plate, position, destination and the stops still before it.",
        f"{_AT}test_vehicles.py::test_a_number_plate_is_told_where_the_feed_has_it "
        f"{_AT}test_vehicles.py::test_a_line_that_the_timetable_lacks_is_told_by_its_id "
        f"{_AT}test_vehicles.py::test_stops_that_were_passed_are_not_ahead",
        "transit_realtime/vehicle_info.py",
        r'license_plate=to_clean_text\(position\.vehicle\.plate or ""\) or None',
        "license_plate=None",
    ),
    promise(
        "L11",
        "A line is asked for by its short name or by its id.",
        f"{_AT}test_lines.py::test_a_line_is_asked_for_in_either_script_or_by_id_and_told_by_its_own_label "
        f"{_AT}test_lines.py::test_a_number_that_is_a_lines_label_is_that_line",
        "transit_realtime/route_realtime.py",
        r"route_name=to_line\(line\.routes\[0\]\)",
        "route_name=str(line.routes[0].id)",
    ),
    promise(
        "L12",
        "Low floor is null where it is not known: the one documented deviation.",
        f"{_AT}test_vehicles.py::test_low_floor_is_null_where_nobody_says "
        f"{_AT}test_choosing.py::test_the_documented_tools_are_listed_and_no_other",
        "transit_realtime/wire.py",
        r"Access\.UNKNOWN: None",
        "Access.UNKNOWN: False",
    ),
)
