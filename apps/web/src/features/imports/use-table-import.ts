import { t } from '@lingui/core/macro'
import type { ImportReference } from '@muster/contract/import-reference.ts'
import { limits } from '@muster/domain/limits.ts'
import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import {
  type ImportedRow,
  type ImportFile,
  type Refused,
  type SkippedRow,
  toBatches,
} from '../../lib/import-file.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import type { notify } from '../../ui/toast/notify.ts'
import { skippedText } from './left-out-file.ts'

/** Previews have no `import`, and are not listed. */
export type ImportStep = { readonly isPreview: boolean; readonly import?: ImportReference }

type Options<Row extends ImportedRow, Result> = {
  /** Reads a file, and reports the part that it has read, from 0 to 1. */
  readonly read: (file: File, onProgress: (part: number) => void) => Promise<ImportFile<Row> | Refused>
  readonly batchSize: number
  /** Returns the size of a row in characters, of which a batch has a bounded number. */
  readonly toSize?: (row: Row) => number
  /** Imports a batch, or only previews it; returns the result of each row in the same order. */
  readonly send: (rows: readonly Row[], step: ImportStep) => Promise<readonly Result[]>
  readonly previews: boolean
  /** Returns why a row is not imported; undefined if it is, or changes nothing. */
  readonly whySkipped: (result: Result, row: Row) => string | undefined
  /** The toast after the import; `skipped` says how many rows were skipped and where they are, if any were. */
  readonly done: (
    results: readonly Result[],
    skipped: string | undefined,
  ) => string | Readonly<Parameters<typeof notify.success>> | undefined
  readonly onClose: () => void
  readonly invalidates?: readonly QueryKey[]
  readonly invalidatesUnlessLive?: readonly QueryKey[]
}

const sortRows = (rows: readonly SkippedRow[]) => rows.toSorted((a, b) => a.line - b.line)

/**
 * Imports a file: reads it in the browser, previews it on the server if it can, and then sends it batch by batch. After a failure,
 * sending again continues where it stopped.
 */
export function useTableImport<Row extends ImportedRow, Result>({
  read,
  batchSize,
  toSize,
  send,
  previews,
  whySkipped,
  done,
  onClose,
  invalidates = [],
  invalidatesUnlessLive = [],
}: Options<Row, Result>) {
  const [file, setFile] = useState<ImportFile<Row>>()
  const [problem, setProblem] = useState<string>()
  const [readPart, setReadPart] = useState<number>()
  const [processedCount, setProcessedCount] = useState(0)
  /** The results of the preview by line. */
  const [preview, setPreview] = useState<ReadonlyMap<number, Result>>()
  const results = useRef(new Map<number, Result>())
  /** The import of the chosen file, which stays the same when somebody tries again. */
  const reference = useRef({ id: '', fileName: '' })

  const sendRows = async (rows: readonly Row[], into: Map<number, Result>, step: ImportStep) => {
    for (const batch of toBatches(
      rows.filter(({ line }) => !into.has(line)),
      batchSize,
      toSize,
    )) {
      const batchResults = await send(batch, step)
      for (const [n, { line }] of batch.entries()) {
        const result = batchResults[n]
        if (result !== undefined) into.set(line, result)
      }
      setProcessedCount(into.size)
    }
    return into
  }
  const listSkipped = (rows: readonly Row[], byLine: ReadonlyMap<number, Result> | undefined) =>
    rows.flatMap(row => {
      const result = byLine?.get(row.line)
      const why = result === undefined ? undefined : whySkipped(result, row)
      return why === undefined ? [] : [{ line: row.line, name: row.name, why }]
    })

  const check = useAct({
    call: async ({ rows }: { rows: readonly Row[]; id: string }) =>
      await sendRows(rows, new Map(), { isPreview: true }),
    onDone: (previewResults, { id }) => {
      if (id === reference.current.id) setPreview(previewResults)
    },
  })
  const create = useAct({
    call: async ({ rows, skipped }: { rows: readonly Row[]; skipped: readonly SkippedRow[] }) => {
      setProcessedCount(results.current.size)
      await sendRows(rows, results.current, {
        isPreview: false,
        import: reference.current,
      })
      const lateSkipped = listSkipped(rows, results.current)
      const allSkipped = sortRows([...skipped, ...lateSkipped])
      await api.imports.end({
        importId: reference.current.id,
        leftOut: allSkipped.length,
        ...(file &&
          allSkipped.length > 0 && { leftOutFile: file.format(allSkipped, limits.importLeftOutMaxBytes) }),
      })
      return { lateSkipped, skippedCount: allSkipped.length }
    },
    // The rows that were refused only now stay on the screen.
    onDone: ({ lateSkipped }) => {
      if (lateSkipped.length === 0) onClose()
    },
    done: ({ skippedCount }) =>
      done([...results.current.values()], skippedCount > 0 ? skippedText(skippedCount) : undefined),
    invalidates: [...invalidates, orpc.imports.key()],
    invalidatesUnlessLive,
  })
  const choose = async (selected: File | null) => {
    const id = uuidV7()
    reference.current = { id, fileName: selected?.name.slice(0, 200) ?? '' }
    setFile(undefined)
    setPreview(undefined)
    setProblem(undefined)
    setProcessedCount(0)
    results.current = new Map()
    check.reset()
    create.reset()
    if (!selected) return
    const parsedFile = await read(selected, setReadPart).catch(() => ({
      problem: t`The file couldn’t be read.`,
    }))
    setReadPart(undefined)
    // Another file was chosen meanwhile.
    if (reference.current.id !== id) return
    if ('problem' in parsedFile) return setProblem(parsedFile.problem)
    setFile(parsedFile)
    if (previews) check.mutate({ rows: parsedFile.rows, id })
  }
  const lateSkipped = create.data?.lateSkipped ?? []
  return {
    file,
    problem,
    readPart,
    processedCount,
    importedCount: results.current.size - listSkipped(file?.rows ?? [], results.current).length,
    preview,
    results: results.current as ReadonlyMap<number, Result>,
    fileName: reference.current.fileName,
    check,
    create,
    choose,
    lateSkipped,
    /** The rows that the reader or the preview refused. */
    skipped: sortRows([...(file?.skipped ?? []), ...listSkipped(file?.rows ?? [], preview)]),
    isReady: file !== undefined && (!previews || preview !== undefined),
  }
}
export type TableImport<Row extends ImportedRow> = ReturnType<typeof useTableImport<Row, unknown>>
