/** What the checks of benchmarks share: one server with little in it and one browser, which take most of their time. */
import { type Browser, chromium } from 'playwright'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../../scripts/chromium.mjs'
import { type Product, type ProductOptions, startProduct } from '../press/product.ts'

const FILE_BYTES_PER_S = 1e9

export interface Stage {
  /** The project's folder, built. */
  readonly root: string
  readonly product: Product
  readonly browser: Browser
}

/** @param answer answers some requests in the server's place */
export async function openStage(answer: NonNullable<ProductOptions['answer']>): Promise<Stage> {
  const root = process.cwd()
  // Songs are made in a check: short ones do.
  Object.assign(process.env, { DEMO_SONG_PERCENT: '5', COVERS_AHEAD: '0' })
  const product = await startProduct(root, FILE_BYTES_PER_S, { catalogue: 'small', answer })
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  return { root, product, browser }
}

export async function closeStage({ product, browser }: Stage): Promise<void> {
  await browser.close()
  await product.close()
}
