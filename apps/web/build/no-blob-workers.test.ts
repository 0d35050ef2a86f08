import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makesBlobWorker, zipOnPage } from './no-blob-workers.ts'

const library = (path: string) =>
  readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), 'utf8')

it('the library of sheets zips on the page, as it is installed; another way of it is noticed', () => {
  const changed = zipOnPage(library('write-excel-file/modules/zip/zipToArrayBuffer.js'))
  expect(changed).toContain('zipSync(files)')
  expect(changed).not.toMatch(/^import \{ zip \}/m)
  expect(() => zipOnPage('')).toThrow(/another way/)
})

it('tells a worker made out of text from one that is served', () => {
  expect(makesBlobWorker(library('fflate/esm/browser.js'))).toBe(true)
  expect(makesBlobWorker('new Worker(url,{type:`module`});URL.createObjectURL(new Blob([text]))')).toBe(false)
})
