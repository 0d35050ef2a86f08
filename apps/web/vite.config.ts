import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'

const server = 'http://127.0.0.1:4280'
const proxied: ProxyOptions = { target: server }

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      '/rpc': proxied,
      '/api': proxied,
      '/files': proxied,
      '/upload': proxied,
      '/ingest': proxied,
      '/live': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The server's policy is script-src 'self': nothing may be inlined into the page.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
  },
})
