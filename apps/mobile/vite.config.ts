import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noBlobWorkers } from '../web/build/no-blob-workers.ts'
import { languages } from '../web/build/texts-in-place.ts'

/** Builds the web app with the native parts. It has no service worker, because its files already ship with the app. */
export default defineConfig({
  plugins: [languages(), react(), noBlobWorkers()],
  publicDir: fileURLToPath(new URL('../web/public', import.meta.url)),
  build: {
    outDir: 'dist',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
    target: 'es2023',
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
})
