import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { configDefaults } from 'vitest/config'

/**
 * What every page needs, with all it imports, is one file: a dozen small ones are 5 KB heavier after compression.
 */
const everyPage = {
  name: 'every-page',
  test: /client\/(start|app|routes|services|framework\/.+|content\/use-content)\.tsx?$|content-query-builder|react-dom\/client/,
}

/** The tree that the server renders, as `server/pages/run-compiled.ts` takes it. */
const oneScript = { format: 'cjs', codeSplitting: false, entryFileNames: '[name].cjs' } as const

/** Two builds of one client: the browser's bundle, and with `--ssr` the tree that the server renders. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), refreshPreamble(), helmetForReact19()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: false,
    manifest: !isSsrBuild,
    // Inlined files would need data: in the content security policy, and hash badly.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    target: 'baseline-widely-available',
    rolldownOptions: {
      input: isSsrBuild ? 'client/entry-server.tsx' : ['client/entry-client.ts', 'client/start.tsx'],
      output: isSsrBuild ? oneScript : { codeSplitting: { groups: [everyPage] } },
    },
  },
  ssr: {
    // One self-contained file starts faster than a few hundred lookups in node_modules.
    noExternal: isSsrBuild ? true : undefined,
  },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    globalSetup: ['server/testing/built-site.ts', 'server/testing/postgres.ts'],
    exclude: [...configDefaults.exclude, 'client/e2e/**', 'dist/**'],
    // Processes, databases and clocks under test share two cores: one lost race is run again, a broken rule fails twice.
    testTimeout: 30_000,
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
  },
}))

/** Serves React Refresh's start-up code as a module, for the content security policy forbids it inline. */
function refreshPreamble(): Plugin {
  const id = '/@refresh-preamble'
  return {
    name: 'refresh-preamble',
    apply: 'serve',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? react.preambleCode.replace('__BASE__', '/') : null),
  }
}

/** Which React it runs on is known here: without this, every visitor carries the library's code for older ones. */
function helmetForReact19(): Plugin {
  const asked = 'var isReact19 = major >= 19'
  const forOlderOnes = 'import shallowEqual from "shallowequal"'
  return {
    name: 'helmet-for-react-19',
    apply: 'build',
    transform: {
      filter: { id: /react-helmet-async\/lib\/index\.esm\.js$/ },
      handler(code) {
        if (![asked, forOlderOnes].every((part) => code.includes(part)))
          this.error('react-helmet-async has changed: see what it has for older Reacts now')
        return { code: code.replace(asked, 'const isReact19 = true').replace(forOlderOnes, ''), map: null }
      },
    },
  }
}
