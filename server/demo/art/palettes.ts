// The colour worlds of the drawn covers. Each names its roles once, so that every family can use every palette of its tone.
import { turn } from './colour.ts'

export interface Palette {
  name: string
  tone: 'light' | 'dark'
  /** Top and bottom of a sky or ground. */
  sky: readonly [string, string]
  /** From far (light air) to near (deep). */
  layers: readonly [string, string, string, string, string]
  sun: string
  paper: string
  ink: string
  /** Four colours that stand beside each other on paper or ink. */
  accents: readonly [string, string, string, string]
}

const p = (name: string, tone: 'light' | 'dark', roles: string): Palette => {
  const c = roles.split(/[\s|]+/).map((hex) => `#${hex}`)
  const at = (i: number) => c[i] ?? '#000000'
  return {
    name,
    tone,
    sky: [at(0), at(1)],
    layers: [at(2), at(3), at(4), at(5), at(6)],
    sun: at(7),
    paper: at(8),
    ink: at(9),
    accents: [at(10), at(11), at(12), at(13)],
  }
}

// sky top and bottom | layers far to near | sun paper ink | accents
export const PALETTES: readonly Palette[] = [
  p(
    'clay',
    'light',
    'f6c7a3 f9e4d0|e6ab8f cd7b6c a8555b 733b51 472a41|fffaf0 f8ead9 3a2233|d9674a e9a05a 7a3b52 f3d2a8',
  ),
  p(
    'dusk',
    'dark',
    '2b1b45 b8607c|8d4c79 6c3a6e 4d2d5f 35224c 22173a|f5d68a f6e6d3 1a1230|f08a6b f5d68a 8a4b9a 3f3a7d',
  ),
  p(
    'ember',
    'dark',
    'e0522c f7b267|f08a4b d1603d a43f38 6e2a35 3a1b2b|fbd9a5 fbeedd 2e1522|e4572e f7b267 7b2d3b f4e3c1',
  ),
  p(
    'primary',
    'light',
    'f4ead6 ecdcb6|f3b52f d84a36 8f3a44 245482 1a2b44|d84a36 f4ead6 22211f|d84a36 f3b52f 245482 22211f',
  ),
  p(
    'tide',
    'dark',
    '0c3b46 2f7f86|459498 2a7079 1c5560 123d49 0a2731|fbe9c0 e4f1ee 06202a|5fc0b8 fbe9c0 e2725b 1f6f78',
  ),
  p(
    'orchid',
    'light',
    'ece6f7 cfc6e6|c9a9d8 a77fc4 7e5aa6 553d80 35275a|f48fc0 f4effa 2c1f47|f06fb0 8a5cf0 f9b4d0 4b3a8c',
  ),
  p(
    'orchard',
    'light',
    'f8ecdc f1d8bb|d3c48d 9aa96a 6a8052 3f5a45 26392f|e4a94f f7e9d8 26312b|d9623b e9b872 8ea363 34453b',
  ),
  p(
    'cobalt',
    'light',
    '4a5cff 9aa8ff|ffd24d ff7152 c8466f 4a3fc0 1d1f6b|ffd24d f6ecdc 14151b|4a5cff ff7152 ffd24d 16171d',
  ),
  p(
    'seventies',
    'light',
    'f8efdf f5d9a8|f5a623 e8642c b8432f 2d3561 1b2140|f5a623 f8f0e1 1d2140|e8642c f5a623 a4bf82 2d3561',
  ),
  p(
    'midnight',
    'dark',
    '05070f 12214a|2f529c 213c78 162a55 0f1d3d 080f22|a9c8ff dfe9ff 04060d|5b8cff a9c8ff 7f5bff 22315f',
  ),
  p(
    'gilt',
    'dark',
    '0d0905 33220f|c2924a 8f6630 61441f 3c2a14 1d140a|ffdf9e f7e8c9 0b0805|e0a84f ffdf9e a85a2a 4a3217',
  ),
  p(
    'mist',
    'light',
    'e0f0ee b8d8d8|a9cccb 84adb2 5f8c97 3f6a7b 274a5e|fff6e0 eef6f4 1d3646|5f9ea0 f2c2a0 2f5d73 a9cccb',
  ),
  p(
    'magenta',
    'dark',
    '2a0845 c8246d|ff8a5b e23e72 a81d6d 641560 2e0b48|ffcf70 ffe9d6 1f0636|ff4f7b ffb347 7a23a8 2a0845',
  ),
  p(
    'aurora',
    'light',
    'e8d9ff c9f2e1|b5e8d5 a6c8f5 c3aef0 dd9fd0 6f70bd|ffffff f7f4ff 3a3a6a|8fe6b6 a9a6ff ffaddb 7fc7ff',
  ),
  p(
    'navyrose',
    'dark',
    '16304f 2c537d|f2a7b0 d8758a 7d4a6b 3e4a74 1a2c4a|ffd166 fbe9e6 10223a|f48fa3 ffd166 fbd3d0 5f93b8',
  ),
  p(
    'forest',
    'dark',
    '0e2a22 23553f|6a9a64 47795a 2a5742 1a3f33 0d261f|f0e6a8 eef0d8 091b16|c9d98f f0e6a8 4f9a6a d98b4a',
  ),
  p(
    'graphite',
    'dark',
    '1b1d22 43464f|9a9fa8 6c717b 4a4e57 32353c 1c1e22|e8e6e1 ecebe7 121316|e8e6e1 7fd1c0 9aa0aa f26b4e',
  ),
  p(
    'mustard',
    'light',
    'f5d547 f9e68f|e9c23f c0952c 83642a 463a20 211d14|fffdf2 fbf3d0 17150f|17150f f25c3b f0c62f 2f6f8f',
  ),
  p(
    'acid',
    'dark',
    '1a1433 3f2f75|c8f560 8fd14f 4c9a86 3c5f9f 2a2456|e9ff9c f2f7dd 120d26|c8f560 ff7ac6 7b61ff f2f7dd',
  ),
  p(
    'rose',
    'light',
    'fde8e6 f8cfc9|f5b5bb e98a98 c95f78 8f3d5d 552542|fff4e6 fdf1ee 431d38|e4607c f9a8a8 7f3b66 f6c9a0',
  ),
  p(
    'ice',
    'light',
    'eef5fc c4dcf2|b0cfea 83acd6 5581b6 355c91 1f3a66|ffffff f2f8fd 142a4d|3d7dd8 9cc8f0 ff8c69 1f3a66',
  ),
  p(
    'crimson',
    'dark',
    '0a0306 4a0d19|e23b4e a82236 6f1526 430e1b 1f070e|ffd0b0 fbe8df 0a0205|ff4d5e ffb38a 8a1f33 f6e3d7',
  ),
  p(
    'sand',
    'light',
    'f3e9d8 e2cfae|d9bd91 b8925f 8f6b46 64493a 3d2d2b|fff7e6 f6eddd 2f2422|c8744a 5f7f78 e6c58f 3d3a4a',
  ),
  p(
    'lagoon',
    'light',
    'a9e6e0 5fc4cf|46aebd 2f8fa8 23708f 1d5275 16375a|fff3c9 f0faf6 0f2742|ff7f66 ffd66b 2aa5b0 173a5e',
  ),
  p(
    'peach',
    'dark',
    'f6bf9a d3768f|c06a8e 94517f 683e6e 45305a 2a2044|ffeccb fdeee2 221a3a|f2936b ffd3a1 8a4f8f 3d3468',
  ),
  p(
    'garden',
    'light',
    'ece8d6 d3d8bc|b5bf94 869976 5e7561 45594d 2c3a34|e3b15f f2eee0 27332e|c1643f 5e7561 e3b15f 33413a',
  ),
  p(
    'neon',
    'dark',
    '0b0420 3b0f6b|ff5fd2 b53df0 6a2bd9 34189a 150a4a|7df9ff f0e8ff 080216|ff4fd8 7df9ff ffe45e 5b2be0',
  ),
  p(
    'denim',
    'dark',
    '1f3b5c 6f94b5|a9bfd0 7394b3 4d6f94 314f73 1b3150|f4e3c1 eef0ea 14253d|f0a35e f4e3c1 8fb3cf c94f4f',
  ),
]

/** The palette with every hue turned by `degrees`, so that two covers of one palette still differ. */
export function turned(palette: Palette, degrees: number): Palette {
  const t = (colour: string) => turn(colour, degrees)
  const { sky, layers, accents } = palette
  return {
    ...palette,
    sky: [t(sky[0]), t(sky[1])],
    layers: [t(layers[0]), t(layers[1]), t(layers[2]), t(layers[3]), t(layers[4])],
    sun: t(palette.sun),
    paper: t(palette.paper),
    ink: t(palette.ink),
    accents: [t(accents[0]), t(accents[1]), t(accents[2]), t(accents[3])],
  }
}
