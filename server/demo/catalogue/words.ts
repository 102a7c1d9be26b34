// The words that names and titles are made of. Every artist, label and title that comes of them is invented.

const list = (text: string): readonly string[] => text.trim().split(/\s*[,\n]\s*/)

/** First and family names that may stand together. */
export const PEOPLE: readonly { first: readonly string[]; last: readonly string[] }[] = [
  {
    first: list(
      `Josie, Ines, Tobin, Hugh, Marlow, Etta, Rowan, Delia, Callum, Wren, Odette, Silas, Maeve, Corin, Thea, Ansel, Imogen, Jonah, Bryony, Lowell, Tamsin, Ezra, Nell, Amos, Greta, Felix, Harriet, Otis, Cleo, Desmond`,
    ),
    last: list(
      `Marrow, Kettering, Ash, Tarrant, Hale, Winslow, Penrose, Ashdown, Quill, Fairbairn, Loxley, Marsh, Harker, Dunmore, Sallow, Whitlock, Brandt, Callow, Merriden, Thorne, Vance, Holloway, Larkspur, Reeve, Aldous, Copperfield-Lane, Stroud, Yarrow, Beckwith, Farrow`,
    ),
  },
  {
    first: list(
      `Sofía, Candela, Mateo, Lucía, Joaquín, Inés, Rubén, Nayeli, Andrés, Belén, Tomás, Ximena, Íñigo, Rocío, Álvaro, Marisol`,
    ),
    last: list(
      `Almendra, Rúa, del Olmo, Cifuentes-Mar, Quiroga, Santamarina, Peñalver, Ibáñez-Luz, Montalbán, Zárate, Escudero, Villaseñor, Aldecoa, Ferreyra, Cañizares, Mondragón`,
    ),
  },
  {
    first: list(
      `Élodie, Théo, Maëlle, Aurélien, Noémie, Bastien, Océane, Loïc, Solène, Rémi, Anaïs, Gaëtan, Clémence, Thaïs`,
    ),
    last: list(
      `Lacombe, Desrosiers, Vauquelin, Marchand-Roy, Béranger, Thibodeau, Léveillé, Fontanel, Rochambeau, Gagné, Delorme, Courtemanche, Sauvageau, d’Aubigny`,
    ),
  },
  {
    first: list(
      `Astrid, Sindre, Maja, Håkon, Solveig, Jørn, Ylva, Anders, Ragnhild, Åsa, Eirik, Saga, Bjørk-Anna, Lars-Emil, Tuva, Søren`,
    ),
    last: list(
      `Lindqvist, Nygård, Halvorsen, Sjöholm, Bergström-Vik, Østby, Ravnkilde, Fjellheim, Ångermark, Tveit, Dahlgaard, Solheim, Kjærgaard, Vestergren, Strand, Mørk`,
    ),
  },
  {
    first: list(`Zofia, Kacper, Šimon, Markéta, Łucja, Tomáš, Bogna, Ondřej, Jagoda, Radek, Żaneta, Vojtěch`),
    last: list(
      `Wierzbicka, Kowalczuk, Dvořáček, Jasiński, Świerk, Hrušková, Zawadzki, Říha, Brzoza, Šťastný, Malinowska, Čermák`,
    ),
  },
  {
    first: list(`João, Beatriz, Caetana, Thiago, Conceição, Luísa, Renato, Iara, Vinícius, Marília, Nuno, Graça`),
    last: list(
      `Figueira, Assunção, do Vale, Guimarães-Sol, Brandão, Magalhães, Serpa, Queirós, Falcão, Ventura, Leitão, Amaral`,
    ),
  },
  {
    first: list(
      `Amara, Kwame, Zainab, Tunde, Ifeoma, Sadio, Naledi, Kofi, Adaeze, Thabo, Wanjiru, Femi, Lerato, Ousmane`,
    ),
    last: list(
      `Okonjo, Adeyemi-Cole, Mensah, Diarra, Nkosi, Kariuki, Balogun, Traoré, Asante, Mabuza, Eze, Ndiaye, Oyelaran, Sithole`,
    ),
  },
  {
    first: list(`Anneke, Jürgen, Lotte, Matthäus, Käthe, Joris, Liesl, Florian, Mirjam, Götz, Saskia, Henrike`),
    last: list(
      `van der Meer, Brückner, Vogelsang, Lindenthal, Köhler, de Wael, Morgenstern, Hölzl, Zwart, Grünwald, Sommerfeld, Voss`,
    ),
  },
  {
    first: list(`Elif, Kerem, Leyla, Emre, Şirin, Dariush, Noor, Yasmin, Tariq, Selin, Cem, Parisa`),
    last: list(`Yıldız, Karaoğlu, Haddad, Mansour, Güneş, Rostami, Aydın, Nasser, Çelebi, Farahani, Toprak, Sabri`),
  },
  {
    first: list(`Mai, Kenji, Haruka, Linh, Minh, Soo-ah, Jae, Priya, Arjun, Meera, Rin, Aoi`),
    last: list(`Takamine, Okabe, Nguyễn, Trần, Hoshino, Baek, Seong, Raghavan, Iyer, Kurosaki, Mitsui, Phạm`),
  },
]

/** Whole names in other scripts, used rarely. */
export const OTHER_SCRIPTS = list(
  `Θάλασσα, Μικρή Άρκτος, Νυχτερινό Φως, Северный ветер, Тихая вода, Полдень, Красная линия, Δέκα Νησιά, Белая птица, Αλάτι, Дальний свет, Κύμα`,
)
export const OTHER_SCRIPT_TITLES = list(
  `Το φως της νύχτας, Снег в апреле, Καλοκαίρι ξανά, Дорога домой, Μπλε ώρα, Река и город, Ανατολή, Письма с севера, Η μικρή βροχή, Тысяча огней, Χωρίς χάρτη, Утро над городом`,
)

export const BAND_ADJECTIVES = list(
  `Quiet, Paper, Velvet, Northern, Glass, Static, Hollow, Golden, Silver, Wild, Electric, Tidal, Lunar, Amber, Copper, Distant, Salt, Winter, Crimson, Midnight, Little, Marble, Borrowed, Neon, Cedar, Iron, Second, Pale, Violet, Open, Slow, Secret, Harbor, Satellite, Cotton, Brass, Hidden, Sunday, Magnetic, Feral`,
)
export const BAND_NOUNS = list(
  `Engines, Lanterns, Rivers, Machines, Orchards, Foxes, Antennas, Sisters, Brothers, Gardens, Harbours, Signals, Swimmers, Strangers, Tigers, Cathedrals, Arcades, Wolves, Sparrows, Drivers, Parades, Hotels, Oceans, Fires, Windows, Cartographers, Hours, Islands, Telescopes, Choirs, Dancers, Kites, Bicycles, Mirrors, Librarians, Rooms, Pilots, Horses, Valleys, Comets`,
)
export const BAND_SINGLES = list(
  `Vantage 88, Atelier Nord, Moonstep, Halvard, Tessellate, Ostinato, Kilnhouse, Palindrome, Fernweh, Meridian Club, Low Orbit, Saltbox, Vesper Row, Novalune, Cassiopeia Drive, Undertow, Polder, Marzipan, Ampersand, Klara Nacht, Driftmark, Solstice Avenue, Hinterland 9, Lumen, Parallax, Obsidienne, Tramontana, Lighthouse Keeper, Gran Vía, Nebelhorn, Subrosa, Corduroy Kid, Yonder, Telex, Fata Morgana Club, Kinetoscope, Maison Bleue, Overpass, Peninsula, Riverrun, Sleepwalker, Tinderbox, Umbra, Waltzer, Xylem, Zephyrine, Bonfire Season, Ondine, Petrichor, Quartz`,
)
export const ENSEMBLES = list(`Trio, Quartet, Quintet, Ensemble, Orchestra, Collective, Duo, Sextet`)
export const GROUP_TAILS = list(
  `& the Tideline, & the Night Bus, & the Long Grass, & Sisters, & the Company, & the Afterglow, & the Weathermen, & the Lowlands`,
)

export const TITLE_ADJECTIVES = list(
  `Slow, Red, Blue, Last, First, Late, Early, Second, Open, Broken, Golden, Long, Quiet, Loud, Paper, Silver, Northern, Southern, Empty, Electric, Hollow, Soft, Cold, Warm, Bitter, Sweet, Wild, Secret, Distant, Borrowed, Invisible, Half, Perfect, Lonely, Bright, Dark, Weightless, Restless, Tender, Ordinary, Careless, Faded, Gentle, Endless, Sudden, Hidden, Burning, Falling, Drifting, Velvet`,
)
export const TITLE_NOUNS = list(
  `Harbour, Summer, Motorway, Planet, Ledger, Road, Letters, Garden, River, Window, Kitchen, Signal, Tide, Winter, Machine, Parade, Orchard, Lantern, Mirror, Station, Weather, Engine, Ceiling, Bridge, Island, Hotel, Radio, Feather, Ocean, Satellite, Matchbook, Cathedral, Ferry, Season, Photograph, Compass, Shadow, Thunder, Bloom, Ghost, Horizon, Postcard, Diamond, Avenue, Ribbon, Carousel, Telephone, Skyline, Anchor, Blueprint`,
)
/** Where something is, with its preposition. */
export const TITLE_PLACES = list(
  `at the Customs House, in Lisbon, in Marseille, on the Pier, in October, in Trieste, in the Back Seat, in Halifax, at Low Water, at the Observatory, in Antwerp, in the Kitchen, in Reykjavík, in the North Field, in Oaxaca, on Platform Nine, in Saskatoon, on the Ice Road, in Porto, in Gdańsk, in the Attic, in Valparaíso, at the Fairground, in Tórshavn, in the Long Room, in Malmö, in the Rain, in Thunder Bay, after Hours, in Dakar`,
)
export const TITLE_VERBS = list(
  `Leaving, Waiting for, Learning, Painting, Following, Counting, Holding, Chasing, Burying, Folding, Answering, Borrowing, Losing, Naming, Reading, Stealing, Trading, Watching, Carrying, Forgiving`,
)
export const TITLE_OBJECTS = list(
  `the Lights, Horses, Tomorrow, the Tide, Strangers, Home, the Maps, Winter, Fire, the Sky, Names, Sleep, the Weather, Gravity, the Evening, Shadows, Your Sister, the Distance, Birds, August`,
)
export const TITLE_PHRASES = list(
  `Someone Else’s Summer, Square Dance for Machines, Nobody’s Weather, Tell Me in the Morning, What the River Kept, All the Rooms We Rented, Not Yet and Never, Half of What You Said, You Were Right About the Sea, We Could Be Furniture, Everything After Midnight, Good Light for Leaving, A Map of the Quiet, How to Fold a Storm, If It Rains We Dance, Last Train to Anywhere, Hello from the Overpass, Don’t Wake the House, Where the Wires Cross, Small Hours and Big Ideas, Love in Low Resolution, My Other Car Is the Moon, No Signal in Paradise, Call It a Night, Please Return to Sender, Once More Without Feeling, Half Past Forever, Ten Ways to Disappear, A Polite Kind of Thunder, The Year of the Lighthouse`,
)

/** Titles in other languages: an opening, a noun and an ending that go together in any combination. */
export const FOREIGN: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  Spanish: [
    list(`Canción para, Bajo, Detrás de, Lejos de, Cartas a, Volver a, Antes de, Cerca de`),
    list(
      `la lluvia, el río, la ciudad, tu nombre, la luna llena, el mar de enero, los jardines, la última estación, el olvido, la mañana`,
    ),
  ],
  French: [
    list(`Sous, Derrière, Après, Au bord de, Loin de, Lettre à, Avant, Chanson pour`),
    list(
      `la nuit d’été, l’océan, la neige, l’hôtel du Nord, la rivière, la fenêtre, la fête, l’aube, la forêt, l’hiver`,
    ),
  ],
  German: [
    list(`Hinter, Unter, Nach, Über, Vor, Zwischen, Neben, Jenseits`),
    list(
      `den Dächern, allen Türmen, tausend Lichtern, stillen Straßen, fernen Gärten, großen Wellen, fünf Flüssen, grünen Hügeln`,
    ),
  ],
  Portuguese: [
    list(`Depois de, Antes de, Longe de, Canção de, Noites de, Saudade de, Manhã de, Cartas de`),
    list(`verão, São João, abril, chuva, maré alta, outono, Lisboa, coração, areia, luz`),
  ],
  Norwegian: [
    list(`Bortenfor, Under, Etter, Over, Mellom, Før, Langs, Ved`),
    list(`fjorden, snøen, vinterlyset, broen, øyene, havet, midnatt, elva, byen, regnet`),
  ],
  Polish: [
    list(`Przed, Pod, Nad, Za, Tuż przed`),
    list(`świtem, burzą, miastem, rzeką, wzgórzami, oknem, lasem, morzem`),
  ],
}
