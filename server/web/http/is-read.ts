/** GET and HEAD change nothing (RFC 9110, 9.2.1). */
export function isRead({ method }: { method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD'
}
