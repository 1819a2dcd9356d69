"""Every wrong reading that we know of: what is written, what the bare voice says, what a rider must hear.

Sounds are espeak-ng 1.52's phonemes without stress marks. `wrong` is in the bare voice's reading of what is written and
must not be in ours (with `$`: not at the end); it is empty where the voice reads it right already and only must not be
spoiled. `right` must be in ours, and where the script changes it begins with the voice that speaks it.
"""

from typing import NamedTuple


class Reading(NamedTuple):
    """One row."""

    source: str
    language: str
    kind: str
    """What the product takes it for: a name, a line's label or running text."""
    written: str
    wrong: str
    right: str


READINGS = tuple(
    Reading(*row)
    for row in (
        # Text normalisation as measured, rows 1 to 28.
        ("1", "en", "text", "Route 10 A to Central", "tɛn ɐ", "tɛn eɪ | tə sɛntɹəl"),
        ("1", "en", "text", "ROUTE 10 A TO CENTRAL", "tɛn ɐ", "tɛn eɪ | tə sɛntɹəl"),
        ("1", "en", "text", "Platform A is closed", "ɐ ɪz", "platfɔːm eɪ | ɪz"),
        ("2", "en", "label", "7/7A", "slaʃ", "sɛvən ɔː sɛvən eɪ"),
        ("2", "de", "label", "7/7A", "ziːbən ziːbən", "ziːbən oːdɜ ziːbən ɑː"),
        ("3", "en", "label", "175", "wɒnhʌndɹɪdən", "wɒn sɛvəntifaɪv"),
        ("4", "en", "text", "dep. 25:10:00", "dɛp | twɛnti faɪv tɛn ziəɹəʊ ziəɹəʊ", "dɪpɑːts wɒn tɛn"),
        ("5", "en", "text", "at 17:00", "ziəɹəʊ ziəɹəʊ", "sɛvəntiːn hʌndɹɪd aʊəz"),
        ("6", "en", "text", "in 1 min.", "wɒn mɪn$", "ɪn wɒn mɪnɪt"),
        ("7", "en", "text", "350 m", "fɪfti ɛm", "fɪfti miːtəz"),
        ("8", "en", "text", "1.2 km", "keɪɛm", "wɒn pɔɪnt tuː kɪləmiːtəz"),
        ("9", "en", "name", "St Mary's St", "sənt", "seɪnt meəɹiz stɹiːt"),
        ("10", "en", "name", "St. John's Sq", "ɛskjuː", "seɪnt dʒɒnz skweə"),
        ("11", "en", "name", "Main St / 5th Ave", "slaʃ", "meɪn stɹiːt | fɪfθ avənjuː"),
        ("12", "en", "name", "Dr. King Blvd", "biːɛlviːdiː", "dɒktə kɪŋ buːlɪvɑːd"),
        ("13", "en", "name", "Platform II", "ɹəʊmən", "platfɔːm tuː"),
        ("14", "en", "name", "YMCA", "ɪmkə", "waɪ ɛm siː eɪ"),
        ("15", "en", "name", "→ Airport", "ɹaɪt aɹəʊ", "təwɔːdz eəpɔːt"),
        ("16", "en", "name", "вул. Хрещатик", "vɛː uː ɛl", "uk: βulɪtsja xrɛʃtʃat̪ɪk"),
        ("18", "uk", "text", "через 2 хвилини", "dβa ", "tʃɛrɛz dβiː ɣβɪlɪnɪ"),
        ("19", "uk", "text", "через 21 хв.", "xaβɛ", "dβattsjatʲ odnu ɣβɪlɪnu"),
        ("20", "uk", "name", "пл. Ринок", "pɛɛʎ", "ploʃtʃa rɪnok"),
        ("21", "uk", "name", "ст. м. Арсенальна", "ɛstɛ ɛm", "st̪antsiːja mɛt̪ro arsɛnaʎna"),
        ("22", "uk", "text", "о 08:05", "krapkɪ", "o βiːsiːm nuʎ pjat"),
        ("23", "uk", "text", "пʼять", "", "pjat"),
        ("24", "pl", "text", "za 22 minuty", "dva minutɨ", "dvadʑɛɕtɕa dvʲɛ minutɨ"),
        ("25", "pl", "name", "pl. Konstytucji", "pɛɛl", "plats kɔnstɨtutsji"),
        ("25", "pl", "name", "ul. Długa", "ul |", "ulitsa dwuɡa"),
        ("26", "de", "name", "Hauptstr.", "haʊptstɾ$", "haʊptstɾɑːsə"),
        ("26", "de", "text", "Ecke Hauptstr./Bahnhofstr. gesperrt", "bɑːnhɔfstɾ", "haʊptstɾɑːsə | bɑːnhoːfstɾɑːsə"),
        ("26", "de", "name", "St. Pölten Hbf", "hɑːbeːɛf", "zaŋkt pœltən haʊptbɑːnhoːf"),
        ("27", "de", "text", "in 1 Min.", "aɪns miːn", "ɪn aɪnɜ miːnuːtə"),
        ("28", "es", "name", "Pza. Mayor", "peθeta", "plaθa maʝoɾ"),
        ("28", "en", "name", "P.za Duomo", "dɒt", "paɪəzə djuːəʊməʊ"),
        ("28", "fr", "name", "Pl. d'Italie", "peɛl", "plas ditali"),
        # Read right already, and not to be spoiled.
        ("right", "en", "label", "T02", "", "tiː ziəɹəʊ tuː"),
        ("right", "en", "label", "N15", "", "ɛn fɪftiːn"),
        ("right", "en", "label", "S1", "", "ɛs wɒn"),
        ("right", "en", "label", "U6", "", "juː sɪks"),
        ("right", "en", "label", "10A", "", "tɛn eɪ"),
        ("right", "fr", "text", "à 8h05", "aʃ", "a yit œʁ sɛ̃k"),
        # Riders' page, route labels (3.6).
        ("3.6", "de", "label", "10A", "", "tseːn ɑː"),
        ("3.6", "pl", "label", "10A", "", "dʑɛɕɛɲtɕ a"),
        ("3.6", "fr", "label", "10A", "", "diz a"),
        ("3.6", "es", "label", "10A", "", "djeθ a"),
        ("3.6", "uk", "label", "10A", "(en)", "dɛsjatʲ a"),
        ("3.6", "uk", "label", "34E", "(en)", "t̪rɪttsjat tʃot̪ɪrɪ ɛ"),
        ("3.6", "en", "label", "101", "wɒnhʌndɹɪdən", "wɒn əʊ wɒn"),
        ("3.6", "en", "label", "307", "hʌndɹɪdən", "θɹiː əʊ sɛvən"),
        ("3.6", "en", "label", "1102", "θaʊzənd", "ɪlɛvən əʊ tuː"),
        ("3.6", "de", "label", "307", "", "dɾaɪhʊndɜtsiːbən"),
        ("3.6", "uk", "label", "307", "trest", "t̪rɪst̪a siːm"),
        ("3.6", "pl", "label", "307", "", "tʃɨsta ɕɛdɛm"),
        ("3.6", "fr", "label", "307", "", "tʁwa sɑ̃ sɛt"),
        ("3.6", "es", "label", "307", "", "tɾesθjɛntos sjete"),
        ("3.6", "uk", "label", "T02", "(en)", "t̪ɛ nuʎ dβa"),
        ("3.6", "pl", "label", "N91", "", "ɛn dʑɛvʲɛɲdʑɛɕɔnt jɛdɛn"),
        ("3.6", "de", "label", "SEV", "zeːf", "ɛs eː faʊ"),
        ("3.6", "fr", "label", "RER", "ʁɛʁ", "ɛʁ ə ɛʁ"),
        ("3.6", "de", "name", "HBF", "hɑːbeːɛf", "haʊptbɑːnhoːf"),
        ("3.6", "en", "label", "2/12", "", "tuː slaʃ twɛlv"),
        ("3.6", "uk", "label", "2/12", "kosa rɪska", "dβa driːb dβanattsjat"),
        ("3.6", "de", "label", "2/12", "tsvaɪ tsvœlf", "tsvaɪ ʃrɛkʃtɾɪç tsvœlf"),
        ("3.6", "fr", "label", "2/12", "dø duz", "dø baʁ duz"),
        ("3.6", "pl", "label", "2/12", "slɛʒ", "dva wamanɛ pʃɛz dvanaɕtɕɛ"),
        ("3.6", "en", "label", "10А", "aː", "tɛn eɪ"),
        ("3.6", "uk", "label", "М4", "tʃotere", "ɛm tʃot̪ɪrɪ"),
        ("3.6", "pl", "text", "droga 297", "", "drɔɡa dvʲɛɕtɕɛ dʑɛvʲɛɲdʑɛɕɔnt ɕɛdɛm"),
        # Abbreviations (3.7).
        ("3.7", "en", "name", "St Mary St", "sənt", "seɪnt meəɹi stɹiːt"),
        ("3.7", "en", "name", "N 5th St", "sənt", "nɔːθ fɪfθ stɹiːt"),
        ("3.7", "en", "name", "Park Ave", "ɑːveɪ", "pɑːk avənjuː"),
        ("3.7", "en", "name", "5 Dr", "dɒktə", "faɪv dɹaɪv"),
        ("3.7", "de", "name", "Köln Hbf", "hɑːbeːɛf", "kœln haʊptbɑːnhoːf"),
        ("3.7", "de", "name", "Pl. der Republik", "peːɛl", "plats dɛɾ reːpuːblɪk"),
        ("3.7", "uk", "name", "зуп. Ринок", "zup |", "zupɪnka rɪnok"),
        ("3.7", "pl", "name", "os. Piastów", "ɔs |", "ɔɕɛdlɛ pʲastuf"),
        ("3.7", "pl", "name", "al. Jana Pawła II", "ii", "alɛja jana pavwa druɡʲɛɡɔ"),
        ("3.7", "es", "name", "C/ Mayor", "βara", "kaʎe maʝoɾ"),
        ("3.7", "es", "name", "Pza. España", "peθeta", "plaθa espaɲa"),
        ("3.7", "fr", "name", "pl. de la République", "peɛl", "plas də- la- ʁepyblik"),
        ("3.7", "en", "name", "MLK JR WY", "dʒeɪɑː waɪ", "ɛm ɛl keɪ dʒuːnjə weɪ"),
        # Numbers with gender and case, clock times (3.2, 3.9).
        ("3.9", "uk", "text", "через 1 хвилину", "oden", "tʃɛrɛz odnu ɣβɪlɪnu"),
        ("3.9", "uk", "text", "через 2 хв", "dβa xaβɛ", "tʃɛrɛz dβiː ɣβɪlɪnɪ"),
        ("3.9", "uk", "text", "о 14:05", "krapkɪ", "tʃot̪ɪrnattsjat nuʎ pjat"),
        ("3.9", "pl", "text", "za 1 minutę", "jɛdɛn", "za jɛdnɔ̃ minutɛ"),
        ("3.9", "pl", "text", "za 2 min", "dva min", "za dvʲɛ minutɨ"),
        ("3.9", "pl", "text", "za 21 min", "min$", "jɛdɛn minut"),
        ("3.9", "pl", "text", "o 14:05", "tʃtɛrnaɕtɕɛ", "ɔ tʃtɛrnastɛj zɛrɔ pʲɛɲtɕ"),
        ("3.9", "de", "text", "in 1 Minute", "aɪns", "ɪn aɪnɜ miːnuːtə"),
        ("3.9", "de", "text", "um 14:05 Uhr", "uːɾ nʊl fʏnf uːɾ", "ʊm fiːɾtseːn uːɾ fʏnf"),
        ("3.9", "de", "text", "um 14.05 Uhr", "pʊŋkt", "ʊm fiːɾtseːn uːɾ fʏnf"),
        ("3.9", "fr", "text", "dans 1 minute", "œ̃ minyt", "yn minyt"),
        ("3.9", "fr", "text", "dans 21 minutes", "œ̃ minyt", "vɛ̃t e yn minyt"),
        ("3.2", "fr", "text", "à 14 h 05", "aʃ", "katɔʁz œʁ sɛ̃k"),
        ("3.9", "es", "text", "en 1 minuto", "uno", "en un minuto"),
        ("3.9", "es", "text", "en 21 min", "beɪntiuno", "beɪntjun minutos"),
        ("3.9", "es", "text", "a las 14:05 h", "atʃe", "a las katoɾθe θeɾo θinko"),
        ("3.9", "en", "text", "100 m", "ɛm", "wɒn hʌndɹɪd miːtəz"),
        ("3.9", "en", "text", "2 km", "keɪɛm", "tuː kɪləmiːtəz"),
        # Letters of two alphabets in one word; stress marks; quotation marks and signs.
        ("mixed", "uk", "name", "Хрещáтик", "(en)", "xrɛʃtʃat̪ɪk"),
        ("mixed", "uk", "name", "вул. Хреща́тик", "βul |", "βulɪtsja xrɛʃtʃat̪ɪk"),
        ("mixed", "en", "name", "Сentral Park", "ɛs", "sɛntɹəl pɑːk"),
        ("mixed", "en", "text", "Line 10 to «Вокзал».", "vɛː", "uk: βoɡzal"),
        ("mixed", "uk", "text", "Лінія 10 до Central Park", "(en)", "en: sɛntɹəl pɑːk"),
    )
)
