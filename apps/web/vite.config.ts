import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bundleBudget } from './build/bundle-budget.ts'
import { chunksAheadPlugin } from './build/chunks-ahead.ts'
import { frameFirst } from './build/frame-first.ts'
import { libraryStyles } from './build/library-styles.ts'
import { noBlobWorkers } from './build/no-blob-workers.ts'
import { languages, textsInPlace } from './build/texts-in-place.ts'
import { webManifest } from './build/web-manifest.ts'

const server = 'http://127.0.0.1:4280'
const proxied: ProxyOptions = { target: server }

/** The screens of the sign-up, of links in emails, and of other ways to sign in. */
const guestScreens =
  /\/src\/(app\/screens\/(sign-up|single-sign-on)|features\/auth\/(forgot-password-screen|second-step-form|(confirm|undo)-email[a-z-]*-screen))\.tsx$/

export default defineConfig({
  plugins: [
    languages(),
    react(),
    frameFirst(),
    noBlobWorkers(),
    chunksAheadPlugin(new URL('./src/app/pages.tsx', import.meta.url)),
    libraryStyles(new URL('./src/ui/styles/', import.meta.url)),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      // The app itself registers the service worker (installed/register-worker.ts).
      injectRegister: false,
      manifest: webManifest,
      injectManifest: {
        target: 'es2023',
        buildPlugins: { vite: [textsInPlace()] },
        // These files are cached, so that every screen opens offline. Fonts for other scripts (phones have their own), other
        // languages (without them the app is in English), the QR decoder and the PDF reader (few people need them offline) are left out.
        globPatterns: [
          'index.html',
          'frame.js',
          'muster.svg',
          'assets/*.{js,css,json}',
          'assets/inter-latin-*.woff2',
        ],
        globIgnores: ['assets/ponyfill-*', 'assets/open-pdf-*', 'assets/pdf.*', 'assets/{ar,hi,en-XA}-*.js'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    bundleBudget({
      initialBytes: 179_500,
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
    // The server's content security policy is script-src 'self', so no script may be inlined into the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The map library is a single chunk of 1 MB. It loads only when a map is shown, so it does not count towards the initial
    // budget.
    chunkSizeWarningLimit: 1_200,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // Modules in merged chunks may import each other in a cycle, and one could then run before its dependencies. This option
        // keeps the original order of execution.
        strictExecutionOrder: true,
        // Browsers fetch six files at a time, so everything needed first is in one chunk, and so are the rest of what signing in
        // needs, of what other pages for guests need, of what every signed-in page needs, and of what members need to check their position.
        // Other code shared by screens is grouped by the set of screens that use it, and a group smaller than 2 kB is merged into a
        // similar one.
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/src\/app\/(main|start)\.tsx$/, priority: 5 },
            { name: 'guest', test: /\/src\/app\/screens\/login\.tsx$/, priority: 4 },
            { name: 'guests', test: guestScreens, priority: 3 },
            { name: 'shell', test: /\/src\/app\/(signed-in|shell\/in-shell)\.tsx$/, priority: 2 },
            { name: 'own-zones', test: /\/src\/features\/zones\/my-zones-page\.tsx$/, priority: 1 },
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
