import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const folderOf = (font: string) => dirname(require.resolve(`${font}/package.json`))
const google = (font: string, ...weights: string[]) =>
  weights.map((weight) => `${folderOf(`@expo-google-fonts/${font}`)}/${weight}`)

/** Folders of the fonts that papers are set in. */
export const ownFonts: readonly string[] = [
  ...google('ibm-plex-sans-arabic', '400Regular', '600SemiBold'),
  join(folderOf('@emran-alhaddad/saudi-riyal-font'), 'fonts/regular'),
]

/** Folders of the fonts for what the own ones lack: other scripts, signs and emoji. They cost nothing until a paper needs them. */
export const furtherFonts: readonly string[] = [
  ...google('noto-sans', '400Regular', '600SemiBold'),
  // Its package exports only the index next to the fonts.
  join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts'),
  ...google('nanum-gothic', '400Regular'),
  ...[
    'devanagari',
    'bengali',
    'tamil',
    'malayalam',
    'telugu',
    'sinhala',
    'thai',
    'ethiopic',
    'symbols',
    'symbols-2',
    'math',
  ].flatMap((script) => google(`noto-sans-${script}`, '400Regular')),
  ...google('noto-emoji', '400Regular'),
]

/** All families in the order in which a character is looked up. */
export const families: readonly string[] = [
  'IBM Plex Sans Arabic',
  'saudi_riyal',
  'Noto Sans',
  'Noto Sans S Chinese',
  'NanumGothic',
  ...['Devanagari', 'Bengali', 'Tamil', 'Malayalam', 'Telugu', 'Sinhala', 'Thai', 'Ethiopic'].map(
    (script) => `Noto Sans ${script}`,
  ),
  'Noto Sans Symbols',
  'Noto Sans Symbols 2',
  'Noto Sans Math',
  'Noto Emoji',
]
