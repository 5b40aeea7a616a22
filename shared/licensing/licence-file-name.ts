export function licenceFileName(product: string): string {
  return `${product.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.licence`
}
