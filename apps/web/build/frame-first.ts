import type { Plugin } from 'vite'

/** Moves the stylesheet below the frame in index.html, because in the head it would block the first paint. */
export function frameFirst(): Plugin {
  return {
    name: 'muster:frame-first',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: frameBeforeStyles },
  }
}

export function frameBeforeStyles(html: string): string {
  const links = html.match(/^\s*<link rel="stylesheet"[^>]*>\n/gm) ?? []
  const frame = /^\s*<div id="frame"[^>]*>[\s\S]*?<\/div>\n/m
  if (links.length === 0 || !frame.test(html)) throw new Error('index.html has no stylesheet, or no frame')
  const without = links.reduce((text, link) => text.replace(link, ''), html)
  return without.replace(frame, match => match + links.join(''))
}
