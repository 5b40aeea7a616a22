import { routes } from '#shared/routes/routes.ts'
import { routeTable } from '../../route-table.ts'
import { expect, test, type Visitor } from './test.ts'

const enter = '\uE007'

for (const { path } of routeTable.filter(({ path }) => !path.includes('*'))) {
  test(`${path} hydrates, and fits the window, also with text of twice the size`, async ({ visitor }) => {
    // WebKitGTK's MiniBrowser can't be narrower than its own bar, about 450 pixels.
    for (const [width, text] of [
      [1280, '100%'],
      [375, '100%'],
      [375, '200%'],
    ] as const) {
      await visitor.resize(width, 800)
      await visitor.open(path)
      expect(await visitor.text('h1')).not.toBe('')
      await visitor.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), text)
      const excess = await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess, `${text} in ${width} pixels`).toBeLessThan(1)
    }
  })
}

test('the bar of the home page fills as it scrolls', async ({ visitor }) => {
  await visitor.open(routes.home)
  for (const [top, opacity] of [
    [0, 0],
    [50, 0.5],
    [400, 1],
  ] as const) {
    await visitor.scrollTo(top)
    const filled = () =>
      visitor.evaluate(() =>
        Number(getComputedStyle(document.querySelector('.TopNav') as Element, '::before').opacity),
      )
    await expect.poll(filled).toBeCloseTo(opacity, 1)
  }
})

test('the menu opens, and leads to a page', async ({ visitor }) => {
  await visitor.resize(500, 800)
  await visitor.open(routes.pricing)
  await visitor.click('.TopNav-bar > .TopNav-menuButton')
  const isOpen = () =>
    visitor.evaluate(() => document.querySelector('.NavMenu')?.matches(':popover-open') ?? false)
  await expect.poll(isOpen).toBe(true)
  await visitor.click(`.NavMenu-list a[href="${routes.downloads}"]`)
  await expect.poll(visitor.path).toBe(routes.downloads)
  await expect.poll(isOpen).toBe(false)
})

test('an order by invoice, from the shop to its page', async ({ visitor }) => {
  await visitor.open(routes.shop)
  await visitor.click('.Product button[type=submit]')
  await expect.poll(() => visitor.text('.TopNav-count')).toBe('1')
  await visitor.click('.TopNav-cart')
  await expect.poll(() => visitor.text('h1')).toBe('Cart')
  await fillCheckout(visitor)
  await visitor.click('input[value=invoice]')
  await visitor.click('.Checkout button[type=submit]')
  await expect.poll(() => visitor.text('h1'), { timeout: 20_000 }).toBe('Your invoice is here.')
})

test('back from the payment, the order can be sent again', async ({ visitor }) => {
  const isWebKit = test.info().project.name === 'webkit'
  test.skip(
    isWebKit,
    'WebKitWebDriver loses a page with an opener policy that comes back from another origin',
  )
  await openCart(visitor)
  await fillCheckout(visitor)
  await visitor.click('.Checkout button[type=submit]')
  await expect.poll(visitor.path).toMatch(/^\/pay\//)
  await visitor.back()
  await expect.poll(() => visitor.text('.Checkout button[type=submit]')).toBe('Pay A$89.00')
})

test('the first field that is wrong is in sight, with its label', async ({ visitor }) => {
  await visitor.resize(500, 800)
  await openCart(visitor)
  await visitor.click('.Checkout button[type=submit]')
  const clearance = () =>
    visitor.evaluate(() => {
      const { labels } = document.activeElement as HTMLInputElement
      const bar = document.querySelector('.TopNav')?.getBoundingClientRect()
      return (labels?.[0]?.getBoundingClientRect().top ?? 0) - (bar?.bottom ?? 0)
    })
  await expect.poll(clearance).toBeGreaterThanOrEqual(0)
})

async function openCart(visitor: Visitor) {
  await visitor.open(routes.shop)
  await visitor.evaluate(() => localStorage.setItem('cart', '[{"sku":"solo","qty":1}]'))
  await visitor.open(routes.cart)
  await expect.poll(() => visitor.text('.CartLine')).not.toBe('')
}

async function fillCheckout(visitor: Visitor) {
  await visitor.click('input[name=name]')
  // The focus loads the verification, and content below moves once it is there.
  const tick = () =>
    visitor.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('.Verify iframe')
      const box = frame?.contentDocument?.querySelector('input')
      if (!box?.checked) box?.click()
      return box?.checked ?? false
    })
  await expect.poll(tick).toBe(true)
  await visitor.type('Ada Byron')
  await visitor.click('input[name=email]')
  await visitor.type('ada@example.com')
  // A browser language without a region preselects no country.
  await visitor.evaluate(() => document.querySelector<HTMLElement>('select[name=country]')?.focus())
  await visitor.type('Austral')
  await visitor.click('.Checkout input[type=checkbox]')
}

test('a link in view fetches its page’s files ahead', async ({ visitor }) => {
  await visitor.open(routes.pricing)
  const fetched = () =>
    visitor.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/downloads-'))
          .length,
    )
  await expect.poll(fetched).toBe(1)
})

test('news are found as they are typed, and a key gives the search an address', async ({ visitor }) => {
  await visitor.open(routes.news)
  await visitor.click('#news-search')
  await visitor.type('mirrored')
  await expect.poll(() => visitor.text('.NewsResults h2')).toBe('Found for “mirrored”')
  await visitor.type(enter)
  await expect.poll(visitor.path).toBe(`${routes.news}?q=mirrored`)
})

test('an article that isn’t there is the 404 page, with a way home', async ({ visitor }) => {
  await visitor.open('/nowhere')
  expect(await visitor.text('h1')).toBe('This page could not be found')
  await visitor.click('.ErrorView-actions a')
  await expect.poll(visitor.path).toBe(routes.home)
})

test('a box as narrow as its words has room for their icon', async ({ visitor }) => {
  await visitor.open(routes.downloads)
  const excesses = await visitor.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.Button:has(> .Icon)')].map((button) => {
      Object.assign(button.style, { width: 'min-content', whiteSpace: 'nowrap' })
      return button.scrollWidth - button.clientWidth
    }),
  )
  expect(excesses).not.toEqual([])
  expect(Math.max(...excesses)).toBeLessThanOrEqual(0)
})

test('going back within the site finds the place', async ({ visitor }) => {
  await visitor.open(routes.terms)
  await visitor.scrollTo(900)
  await expect.poll(visitor.scrolled).toBe(900)
  await visitor.click(`.NavMenu-list a[href="${routes.pricing}"]`)
  await expect.poll(() => visitor.text('h1')).toBe('Pricing')
  await expect.poll(visitor.scrolled).toBe(0)
  await visitor.back()
  await expect.poll(() => visitor.text('h1')).toBe('Terms & Conditions')
  await expect.poll(visitor.scrolled).toBe(900)
})

test('going back from another document finds the place', async ({ visitor, shop }) => {
  await visitor.open(routes.privacy)
  await visitor.scrollTo(1500)
  await expect.poll(visitor.scrolled).toBe(1500)
  await visitor.navigate(`${shop.url}/robots.txt`)
  await visitor.back()
  await visitor.hydrated()
  await expect.poll(visitor.scrolled).toBe(1500)
})

test('the home page holds still for who scrolls at once', async ({ visitor, shop }) => {
  await visitor.navigate(shop.url)
  const tops = await visitor.evaluate(async () => {
    scrollTo({ top: document.documentElement.scrollHeight - 1500, behavior: 'instant' })
    const seen = new Set<number>()
    const until = performance.now() + 5000
    while (performance.now() < until) {
      seen.add(Math.round(document.querySelector('footer')?.getBoundingClientRect().top ?? 0))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return [...seen]
  })
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1)
})

test.describe('the prompter', () => {
  const status = '.Prompter-status'

  test.beforeEach(async ({ visitor }) => {
    await visitor.open(routes.home)
    await visitor.evaluate(() => document.querySelector('#try')?.scrollIntoView({ behavior: 'instant' }))
    await expect.poll(() => visitor.text(status)).toBe('Ready')
  })

  test('starts and stops by its button and by a key', async ({ visitor }) => {
    await visitor.click('.Prompter-start')
    await expect.poll(() => visitor.text(status)).toBe('Running')
    await visitor.click('.Prompter-start')
    await expect.poll(() => visitor.text(status)).toBe('Stopped')
    await visitor.click('.Prompter-glass')
    await expect.poll(() => visitor.text(status)).toBe('Running')
    await visitor.type(' ')
    await expect.poll(() => visitor.text(status)).toBe('Stopped')
  })

  test('dragged past its edge, selects nothing', async ({ visitor }) => {
    await visitor.drag('.Prompter-glass', { x: -300, y: 330 })
    expect(await visitor.evaluate(() => getSelection()?.toString())).toBe('')
  })
})
