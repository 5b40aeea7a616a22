import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { configDefaults } from 'vitest/config'
import { subsetFonts } from './server/build/subset-fonts.ts'
import { WaitingFirst } from './server/testing/support/waiting-first.ts'

/** One file for all pages: a dozen small ones are 5 KB heavier after compression. */
const everyPage = {
  name: 'every-page',
  test: /client\/(start|site\/(framework|seo)\/.+|site\/analytics\/(analytics-on-demand|page-views)|content\/content-context)\.tsx?$|shared\/releases\/(coverage|offered-to|versions)\.ts$|content-query-builder|react-dom\/client/,
}

/** One file too, because the home page names every file. */
const otherPages = {
  name: 'other-pages',
  test: /client\/site\/ui\/(button|copy-button|fact|field|icon|notice|offline-note|page-header|qty|section|verbatim|waiting)\.tsx$|client\/shop\/pricing\/use-tax-home\.ts$|shared\/(routes\/api-routes|buyer\/(abn-country|country-name)|orders\/(buyer-identity|changes-licence)|calendar\/calendar|text\/(email|tidy-line)|pricing\/(money|tax))\.ts$/,
}

/** Joins a licence card's parts too, which makes the home page 0.2 KB lighter. */
const licence = {
  name: 'licence',
  test: /client\/shop\/licence\/|shared\/licensing\/(licence-key|check-symbols)\.ts$/,
}

/** `light-dark()` has been Baseline widely available since November 2026, later than Vite's list. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

/** The home page's script names every file: 0.2 KB less than in Base64. Both builds must name a picture alike. */
const hashCharacters = 'hex'

/** Each page's file is `page.tsx`, so its folder names the chunk. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, page = '[name]'] = /client\/pages\/([\w-]+)\/page\.tsx$/.exec(facadeModuleId ?? '') ?? []
  return `assets/${page}-[hash].js`
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    react(),
    refreshPreamble(),
    ...(command === 'build' ? [packagesOnDemand(), mapsOfOurSources(), compileOffMainThread()] : []),
  ],
  css: { postcss: { plugins: command === 'build' ? [subsetFonts()] : [] } },
  build: {
    copyPublicDir: false,
    // Inlined files would need data: in the content security policy, and hash badly.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        target: 'baseline-widely-available',
        cssTarget,
        rolldownOptions: {
          // `start.tsx` is called by its name, and other files of the site import from it, too.
          preserveEntrySignatures: 'allow-extension',
          // The subsets of the fonts take most of a build's time.
          checks: { pluginTimings: false },
          input: [
            'client/site/styles/fonts.css',
            'client/site/styles/later-fonts.css',
            'client/site/styles/media.css',
            'client/entry-client.ts',
            'client/start.tsx',
            'client/desk/entry-client.ts',
          ],
          output: {
            hashCharacters,
            chunkFileNames,
            codeSplitting: { groups: [everyPage, otherPages, licence] },
          },
        },
      },
    },
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // Start-up reads libraries from a few files instead of a thousand.
      resolve: { noExternal: command === 'build' ? true : undefined },
      build: {
        outDir: 'dist/server',
        sourcemap: true,
        // A sheet that a page names has one hash in both builds.
        cssMinify: true,
        cssTarget,
        target: 'esnext',
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            admin: 'server/cli/main.ts',
            worker: 'server/runtime/thread/worker.ts',
            'entry-server': 'client/entry-server.tsx',
          },
          // V8 keeps sources in memory. One character beyond Latin-1 doubles a whole file: 6 MB less.
          output: { hashCharacters, charset: 'ascii', comments: false },
        },
      },
    },
  },
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    setupFiles: [
      'shared/testing/properties.ts',
      'server/testing/support/end-processes.ts',
      'server/testing/support/keep-threads.ts',
      'server/testing/support/own-globals.ts',
      'server/testing/support/plain-documents.ts',
    ],
    globalSetup: [
      'own-folder',
      'compile-cache',
      'built-site',
      'postgres',
      'migrated-databases',
      'property-seed',
    ].map((name) => `server/testing/support/${name}.ts`),
    exclude: [...configDefaults.exclude, 'client/e2e/**', 'dist/**'],
    // The machine may be busy, so these only end tests that hang.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: WaitingFirst },
    // Vitest would read the built pages again for each site that a test opens, half of that site's time.
    server: { deps: { external: [/\/dist\/server\//] } },
    // A process for each file took three quarters of the run.
    isolate: false,
    // Some tests only wait for other processes, which leaves a core idle.
    maxWorkers: availableParallelism() + 1,
  },
}))

/**
 * V8 compiles the whole file off the main thread, instead of each function on it. A page runs most of what it loads.
 * https://v8.dev/blog/explicit-compile-hints
 */
function compileOffMainThread(): Plugin {
  return {
    name: 'compile-off-main-thread',
    applyToEnvironment: ({ name }) => name === 'client',
    // A banner would be minified away, and the hint must be the first line.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** Packages that are imported on demand stay outside, because most read files beside themselves. */
function packagesOnDemand(): Plugin {
  return {
    name: 'packages-on-demand',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveDynamicImport: (id) =>
      typeof id === 'string' && /^[^.#/]/.test(id) ? { id, external: true } : null,
  }
}

/** Start-up reads every source map, and those of libraries cost 50 ms and 12 MB. */
function mapsOfOurSources(): Plugin {
  return {
    name: 'maps-of-our-sources',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
  }
}

/** Serves React Refresh's start-up code as a module, because the security policy forbids inline scripts. */
function refreshPreamble(): Plugin {
  const id = '/@refresh-preamble'
  return {
    name: 'refresh-preamble',
    apply: 'serve',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? react.preambleCode.replace('__BASE__', '/') : null),
  }
}
