import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it('bytes are shown in the largest unit with at least one whole digit', () => {
  expect(
    [0, 1, 999, 1_000, 640_000, 999_600, 12_420_000_000, 850_000_000_000, 5e15].map(formatBytes),
  ).toEqual(['0 kB', '1 byte', '999 bytes', '1 kB', '640 kB', '1 MB', '12.4 GB', '850 GB', '5,000 TB'])
})
