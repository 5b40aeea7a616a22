/** Pages of the owner's desk. No other page links to them. */
export const deskRoutes = {
  home: '/desk',
  open: '/desk/open',
  search: (text: string) => `/desk/search?q=${encodeURIComponent(text)}`,
  order: (number: string) => `/desk/orders/${encodeURIComponent(number)}`,
  licence: (id: string) => `/desk/licences/${encodeURIComponent(id)}`,
  message: (id: string) => `/desk/messages/${encodeURIComponent(id)}`,
} as const
