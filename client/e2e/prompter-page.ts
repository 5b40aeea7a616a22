import type { Locator, Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated } from './test.ts'

export const demo = (page: Page) => page.getByRole('region', { name: 'Read something out loud.' })
export const glass = (page: Page) => page.getByRole('group', { name: 'Prompter' })
export const status = (page: Page) => demo(page).locator('.Prompter-status')
export const start = (page: Page) => demo(page).getByRole('button', { name: /^(Start|Stop|Carry on)$/ })
export const script = (page: Page) => page.getByRole('textbox', { name: 'Script' })
export const slider = (page: Page, name: string) => page.getByRole('slider', { name })
export const rig = (page: Page) => page.locator('.Prompter-rig')

/** Opens the home page at its prompter. */
export async function openPrompter(page: Page) {
  await page.goto(routes.home)
  await hydrated(page)
  await showPrompter(page)
}

/** Scrolls to the prompter, which loads its code. */
export async function showPrompter(page: Page) {
  await page.locator('#try').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await expect(start(page)).toBeVisible()
}

/** Moves to the second line, from which the script starts without a countdown. */
export async function leaveTop(page: Page) {
  await page.getByRole('button', { name: 'A line on' }).click()
}

/** CSS pixels that the text has moved up. */
export function moved(page: Page): Promise<number> {
  return page
    .locator('.Prompter-track')
    .evaluate((track) => 0 - new DOMMatrix(getComputedStyle(track).transform).m42)
}

/** A paused animation moves until the frame that the compositor stops at. */
export function paused(page: Page): Promise<void> {
  return page.locator('.Prompter-track').evaluate(async (track) => {
    await Promise.all(track.getAnimations().map((animation) => animation.ready))
  })
}

export function lineHeight(page: Page): Promise<number> {
  return page
    .locator('.Prompter-track')
    .evaluate((track) => Number.parseFloat(getComputedStyle(track).lineHeight))
}

/** True if the element covers the window exactly. */
export function coversWindow(element: Locator): Promise<boolean> {
  return element.evaluate((it) => {
    const { top, left, width, height } = it.getBoundingClientRect()
    return top === 0 && left === 0 && width === innerWidth && height === innerHeight
  })
}

/** @param by CSS pixels down */
export async function drag(page: Page, element: Locator, by: number) {
  const { x, y } = await middleOf(element)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by / 2)
  await page.mouse.move(x, y + by)
  await page.mouse.up()
}

export async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
