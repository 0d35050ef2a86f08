export { ImportLinks } from './import-links.tsx'
export {
  formatLeftOutFeatures,
  formatLeftOutRows,
  type LeftOutRow,
  skippedText,
} from './left-out-file.ts'
