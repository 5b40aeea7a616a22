import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { type CardText, cardAddress, cardSize } from '#shared/pages/card.ts'
import type { SitePage } from '#shared/pages/render.ts'
import { feedRoutes } from '#shared/routes/routes.ts'
import { createSite } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { drawCard } from './draw-card.ts'
import { openTypeface } from './typeface.ts'

const fonts = 'client/site/styles/fonts'
const type = join(fonts, 'atkinson-hyperlegible-next-latin-wght-normal.woff2')

export async function makeCards(dist = 'dist/client') {
  const [head, strong] = await Promise.all([openTypeface(type, 700), openTypeface(type, 500)])
  mkdirSync(join(dist, 'cards'), { recursive: true })
  const pictures = (await textsOfPages()).map(async (text) => {
    const drawing = drawCard(text, { head, strong })
    if (!drawing) return
    const picture = await renderAsync(drawing, {
      fitTo: { mode: 'width', value: cardSize.width },
      font: { loadSystemFonts: false },
    })
    writeFileSync(join(dist, cardAddress(text)), picture.asPng())
  })
  await Promise.all(pictures)
}

/** Reads texts from rendered pages, so that picture and page can't differ. */
async function textsOfPages(): Promise<CardText[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cards-'))
  try {
    return await withSite(dataDir, readPages)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function readPages(origin: string, pages: readonly SitePage[]): Promise<CardText[]> {
  const read = async (path: string) => (await fetch(origin + path)).text()
  const listed = [...(await read(feedRoutes.sitemap)).matchAll(/<loc>([^<]+)<\/loc>/g)]
  const unlisted = pages.filter(({ index }) => !index).map(({ path }) => path)
  const paths = [...listed.map(([, address = '']) => new URL(address).pathname), ...unlisted]
  return Promise.all(paths.map(async (path) => textOf(await read(path))))
}

async function withSite<Result>(
  dataDir: string,
  use: (origin: string, pages: readonly SitePage[]) => Promise<Result>,
): Promise<Result> {
  // A build must not touch the operator's database, so it reads only the content folder from the settings.
  const { contentDir } = readConfig()
  // Sites that accept cards have an additional page.
  const stripe = { STRIPE_SECRET_KEY: 'sk_unused', STRIPE_WEBHOOK_SECRET: 'whsec_unused' }
  const ctx = await createContext(
    readConfig({ CONTENT_DIR: contentDir, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...stripe }),
  )
  const server = createServer(createSite(ctx)).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { pages } = await ctx.ssr.load()
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages)
  } finally {
    server.closeAllConnections()
    server.close()
    await ctx.close()
  }
}

function textOf(html: string): CardText {
  const property = (name: string) =>
    unescapeHtml(new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
  const [product, description] = [property('site_name'), property('description')]
  // Some pages set another title for their picture.
  const title = property('image:alt').slice(`${product}: `.length, -`. ${description}`.length)
  return { product, title, description }
}

/** Undoes the five escapes of React. */
function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '')
}
