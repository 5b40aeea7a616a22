/** For text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
}

/** Only for text, because quotes stay. */
export function escapeText(text: string): string {
  return text.replace(/[&<]/g, (sign) => entities[sign] as string)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
