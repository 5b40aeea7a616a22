/** How a licence file is called when it is saved: the product in lower case, then ".licence". */
export function licenceFileName(product: string): string {
  return `${product.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.licence`
}
