import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bundleBudget } from './build/bundle-budget.ts'
import { chunksAheadPlugin } from './build/chunks-ahead.ts'
import { frameFirst } from './build/frame-first.ts'
import { noBlobWorkers } from './build/no-blob-workers.ts'
import { languages, textsInPlace } from './build/texts-in-place.ts'
import { webManifest } from './build/web-manifest.ts'

const server = 'http://127.0.0.1:4280'
const proxied: ProxyOptions = { target: server }

export default defineConfig({
  plugins: [
    languages(),
    react(),
    frameFirst(),
    noBlobWorkers(),
    chunksAheadPlugin(new URL('./src/app/pages.tsx', import.meta.url)),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      // The app registers it by itself (installed/register-worker.ts).
      injectRegister: false,
      manifest: webManifest,
      injectManifest: {
        target: 'es2023',
        buildPlugins: { vite: [textsInPlace()] },
        // Every screen opens without a network. Not kept: letters of other scripts, which a phone has of its own, and what reads
        // QR codes, which only somebody at a gate does.
        globPatterns: [
          'index.html',
          'frame.js',
          'muster.svg',
          'assets/*.{js,css,json}',
          'assets/inter-latin-*.woff2',
        ],
        globIgnores: ['assets/ponyfill-*', 'assets/{ar,hi,en-XA}-*.js'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    bundleBudget({
      initialBytes: 200_000,
      reportTo: fileURLToPath(new URL('../../node_modules/.cache/muster', import.meta.url)),
    }),
  ],
  server: {
    proxy: {
      '/rpc': proxied,
      '/api': proxied,
      '/files': proxied,
      '/upload': proxied,
      '/download': proxied,
      '/ingest': proxied,
      '/live': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The server's policy is script-src 'self': nothing may be inlined into the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The map's library is 1 MB in one piece; it loads when a map is on the screen (the budget is for what loads first).
    chunkSizeWarningLimit: 1_200,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // Files put together may ask for each other, and then one would run before what it needs: each module runs in its own turn.
        strictExecutionOrder: true,
        // A browser fetches six files at a time: what loads first comes in one. What several screens share comes with what the
        // same screens share, and less than 2 kB of it with its neighbour: with 6 kB the screen of signing in loads twice as much as it needs.
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/src\/app\/(main|start)\.tsx$/, priority: 1 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 2_000,
            },
          ],
        },
      },
    },
  },
})
