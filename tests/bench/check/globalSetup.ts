// Before the checks of benchmarks: the product is built, once for all of them.
import { buildProduct } from '../press/product.ts'

export default function setup(): void {
  buildProduct(process.cwd())
}
