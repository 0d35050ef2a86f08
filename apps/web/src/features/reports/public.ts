/** The parts of the reports feature used by lists of people that are made as files. */
export { RollFile, useRollPdf } from './download/use-roll-pdf.tsx'
