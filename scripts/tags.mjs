// `npm run tags -- FILE…`: the tags of files beside those of the MP3, the WAV and the station-ready WAV that are made of them.
import { run } from './run.mjs'

await run('tags', process.argv.slice(2), { parts: ['server'] })
