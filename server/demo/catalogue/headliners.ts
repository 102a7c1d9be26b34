/**
 * The releases a visitor sees first, chosen by hand: names and covers that belong together.
 * Title | artist | genres | type | cover family and palette | label | flags (c Canadian, t trending, v with a video, x explicit)
 */
export interface Headliner {
  title: string
  artist: string
  genres: readonly string[]
  type: 'album' | 'ep' | 'single'
  cover: string
  label: string
  flags: string
}

export const HEADLINERS: readonly Headliner[] = `
Red Clay Letters|Josie Marrow|Country, Americana|album|hills.clay|Red Barn Audio|c
Slow Harbour|Ines Kettering|Adult Contemporary, Soul|album|harbour.dusk|Northbank Editions|t
Someone Else’s Summer|Tobin Ash|Alternative, Indie Rock, Singer-Songwriter|ep|silhouette.ember|Low Ceiling|c
Square Dance for Machines|Atelier Nord|House, Techno|ep|bauhaus.primary|Nocturne Bureau|
Redshift Motorway|Vantage 88|Synthwave, Electronic, Dance|single|streaks.crimson|Dial Tone Music|cx
Strata|Quiet Engines|Ambient, Modern Classical|album|strata.clay|Overstory|t
Terracotta|Sofía Almendra|Latin, Bolero|album|arches.clay|Verano Discos|t
Pink Planet|Candela Rúa|Pop, Dance|single|sphere.orchid|Everglow|xv
Autumn Ledger|Hugh Tarrant|Folk, Singer-Songwriter|album|leaves.orchard|Second Harvest Sound|
Under the Ice Road|Halvard & Sisters|Folk, Singer-Songwriter|album|water.tide|Holm|c
Papel picado|Rocío Villaseñor|Latin, Pop|single|cutouts.cobalt|Casa Marea|t
Half Past Forever|The Sunday Drivers Club|Rock, Alternative|ep|arcs.seventies|Yellow House Music|
Totality|Novalune|Electronic, Ambient|album|eclipse.midnight|Long Shadow|v
Loud Red Room|Amara Okonjo|R&B, Soul|single|halftone.mustard|Foxhole Sound|x
Peony|Maëlle Desrosiers|Chanson, Pop|album|flower.navyrose|Maison Ardente|c
Last Bus, Lit Windows|Wren Holloway|Pop, Dance|single|city.peach|Elm Street Social|t
Bluegrass Geometry|Lowell Yarrow Quartet|Jazz|album|op-art.mist|Quarter Tone|
Amber Ladder|Kwame Mensah|Hip-Hop, R&B|album|bands.magenta|Bellwether|xt
Petrichor Hymns|Solveig Østby|Ambient, Modern Classical|ep|haze.aurora|Fathom Five|
Contour Lines|The Cartographers|Alternative, Indie Rock, Singer-Songwriter|album|contours.forest|Weathervane|
Above the Treeline|Eirik Fjellheim|Folk, Singer-Songwriter|single|peaks.mist|Holm|
What the River Kept|Copper Choirs|Blues, Americana|album|ridges.sand|Gravel Road|
Moiré|Šimon Říha|House, Techno|ep|moire.navyrose|Hinterhof|
Snowlight|Mai Takamine|Modern Classical, Soundtrack|album|pines.ice|Glasshouse Union|v
Small Orbits|Low Orbit|Electronic, Ambient|single|orbits.rose|Pilot Light|
Still Life with Radio|Zofia Wierzbicka|Jazz|ep|still-life.peach|Kastanie|
Seigaiha|Haruka Hoshino|Modern Classical, Soundtrack|album|scales.lagoon|Ribbon Works|
Palma Norte|Thiago Figueira|World, Folk|single|palms.magenta|Verano Discos|t
Ribbon of Noise|Static Sparrows|Rock, Alternative|album|ribbons.acid|Noon Gun|x
Cubicle Boogaloo|Marzipan|Pop, Dance|single|cubes.orchid|Delta Kiosk|
Thunder Bay, Westbound|Callum Dunmore|Country, Americana|single|road.ember|Gravel Road|c
Jardim Suspenso|Caetana do Vale|Latin, Bolero|ep|fan-leaves.forest|Casa Marea|
Weightless Dunes|Leyla Haddad|Electronic, Ambient|album|dunes.sand|Lamplight|
Good Light for Leaving|Bryony Larkspur|Singer-Songwriter, Folk|album|meadow.lagoon|Juniper Yard|
Golden Angle|Parallax|Synthwave, Electronic, Dance|ep|spiral.gilt|Aurora Parkway|
B-Side Confessions|Etta Sallow|Adult Contemporary, Soul|album|record.denim|Inkwell|
Deep End|Ondine|Pop, Dance|single|pool.lagoon|Everglow|t
Gestures|Théo Vauquelin|Chanson, Pop|ep|strokes.primary|Maison Ardente|
Loom|Käthe Morgenstern Ensemble|Modern Classical, Soundtrack|album|weave.rose|Zinc & Cedar|
Basket, Rope, Sky|Tamsin Penrose|Folk, Singer-Songwriter|single|balloons.denim|Kite & Anchor|`
  .trim()
  .split('\n')
  .map((line) => {
    const [title = '', artist = '', genres = '', type = 'album', cover = '', label = '', flags = ''] = line.split('|')
    return { title, artist, genres: genres.split(', '), type: type as Headliner['type'], cover, label, flags }
  })
