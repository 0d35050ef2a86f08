export { ImportLinks } from './import-links.tsx'
export {
  formatLeftOutFeatures,
  formatLeftOutRows,
  type LeftOutRow,
} from './left-out-file.ts'
