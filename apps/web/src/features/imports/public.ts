export { ImportLinks } from './import-links.tsx'
export {
  formatLeftOutFeatures,
  formatLeftOutRows,
  type LeftOutFile,
  type LeftOutRow,
} from './left-out-file.ts'
