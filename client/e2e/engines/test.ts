import { test as base, expect } from '@playwright/test'
import { type ShopSite, startShop } from '../shop-site.ts'
import type { Driver } from './driver.ts'
import { type EngineName, engines } from './installed.ts'

/** Uses only real input and what is visible. */
export type Visitor = Driver & ReturnType<typeof createVisitor>

/** The project's name chooses the engine. */
export const test = base.extend<{ visitor: Visitor }, { driver: Driver; shop: ShopSite }>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use, { project }) => {
      const start = engines[project.name as EngineName]
      if (!start) throw new Error(`${project.name} isn’t installed`)
      const driver = await start()
      await use(driver)
      await driver.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ driver, shop: { url } }, use) => {
    await driver.resize(1280, 800)
    await use({ ...driver, ...createVisitor(driver, url) })
    await driver.navigate(`${url}/robots.txt`)
    await driver.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  },
})

export { expect } from '@playwright/test'

function createVisitor(driver: Driver, origin: string) {
  return {
    async open(path: string) {
      await driver.navigate(origin + path)
      await hydrated()
    },
    hydrated,
    text: (selector: string) =>
      driver.evaluate((found) => document.querySelector(found)?.textContent?.trim() ?? '', selector),
    path: () => driver.evaluate(() => location.pathname + location.search),
    scrolled: () => driver.evaluate(() => Math.round(scrollY)),
    scrollTo: (top: number) => driver.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top),
    async click(selector: string) {
      const at = await middleOf(selector)
      await driver.perform([pointer(move(at), down, up)])
    },
    /** Presses at an element's middle and drags by CSS pixels. */
    async drag(selector: string, by: { x: number; y: number }) {
      const at = await middleOf(selector)
      const steps = [0.25, 0.5, 0.75, 1].map((part) => move({ x: at.x + by.x * part, y: at.y + by.y * part }))
      await driver.perform([pointer(move(at), down, ...steps, up)])
    },
    /** Types text, or presses a key by WebDriver's code point. */
    async type(text: string) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await driver.perform([{ type: 'key', id: 'keyboard', actions: keys }])
    },
  }

  async function hydrated() {
    const attribute = () => driver.evaluate(() => document.documentElement.dataset.hydrated ?? '')
    await expect.poll(attribute).toBe('true')
  }

  /** In CSS pixels of the window. Waits until nothing covers it. */
  async function middleOf(selector: string): Promise<Point> {
    let middle: Point | null = null
    const find = async () => {
      middle = await driver.evaluate(findMiddle, selector)
      return middle
    }
    await expect.poll(find, `${selector} can be hit`).not.toBeNull()
    return middle as unknown as Point
  }
}

/** Runs in the page and scrolls to the element. @returns null while something covers it */
async function findMiddle(selector: string): Promise<Point | null> {
  const element = document.querySelector(selector)
  if (!element) return null
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const hit = document.elementFromPoint(middle.x, middle.y)
  return element.contains(hit) || hit?.closest('label')?.contains(element) ? middle : null
}

type Point = { x: number; y: number }

const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 20 })
const down = { type: 'pointerDown', button: 0 }
const up = { type: 'pointerUp', button: 0 }

function pointer(...actions: object[]) {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}
