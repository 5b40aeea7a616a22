import { expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { isOwnPage } from './own-pages.ts'

test.each([
  routes.cart,
  routes.completed,
  `${routes.cart}/`,
  '/%73hop/c%61rt',
  '/./shop/completed',
  '/shop/../shop/completed',
  '//shop/cart',
  '\\shop\\cart',
])('%s is a visitor’s own page', (path) => expect(isOwnPage(path)).toBe(true))

test.each([routes.home, routes.shop, '/shop/cartons', '/Shop/Cart', '/shop/cart/x', '/%', '/news/shop/cart'])(
  '%s is everybody’s',
  (path) => expect(isOwnPage(path)).toBe(false),
)
