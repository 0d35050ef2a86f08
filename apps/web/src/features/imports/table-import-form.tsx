import { t } from '@lingui/core/macro'
import { Button, FileInput, Progress } from '@mantine/core'
import type { ImportKind } from '@muster/contract/imports.ts'
import { IconFileImport } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { downloadText } from '../../lib/download-text.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { ImportedRow, SkippedRow } from '../../lib/import-file.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ImportLinks } from './import-links.tsx'
import { SkippedRows } from './skipped-rows.tsx'
import type { TableImport } from './use-table-import.ts'

export const csvTypes = '.csv,.tsv,.txt,text/csv,text/tab-separated-values'

type Props<Row extends ImportedRow> = {
  run: TableImport<Row>
  kind: ImportKind
  label: string
  /** The format of the file and its limits. */
  description: string
  accept?: string
  /** The columns of an empty file to fill in. */
  template?: { fileName: string; text: string }
  /** Shown if the file has too many rows, of which only the first are imported. */
  tooMany?: { title: string; text: string }
  /** The rows that the button imports. */
  rows: readonly Row[]
  /** The rows that are skipped already. */
  skipped?: readonly SkippedRow[]
  submitLabel: string
  toWorkingLabel: (done: string, total: string) => string
  progressLabel: string
  /** Says how many rows were imported before a failure. */
  toSoFarText?: (done: number) => string
  fields?: ReactNode
  /** Validates the fields before it sends. */
  onSubmit?: (send: () => void) => (event: FormEvent<HTMLFormElement>) => void
  buttons?: ReactNode
  onClose: () => void
  /** The preview. */
  children: ReactNode
}

/** A form that imports a file: the file, what it contains, what is skipped, and the progress. */
export function TableImportForm<Row extends ImportedRow>(props: Props<Row>) {
  const { run, rows, skipped = run.skipped, template, tooMany, onClose, toSoFarText } = props
  const { file, check, create, processedCount, lateSkipped } = run
  const isBusy = check.isPending || create.isPending
  const total = create.isPending || create.isError ? rows.length : (file?.rows.length ?? 0)
  const send = () => create.mutate({ rows, skipped })
  const allSkipped = [...skipped, ...lateSkipped].toSorted((a, b) => a.line - b.line)
  return (
    <ActForm
      form={{ act: create, submit: props.onSubmit?.(send) ?? send, onClose }}
      label={props.submitLabel}
      workingLabel={props.toWorkingLabel(formatCount(processedCount), formatCount(rows.length))}
      disabled={rows.length === 0 || create.isSuccess}
      buttons={!create.isPending && props.buttons}
    >
      <FileInput
        label={props.label}
        description={!file && props.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t`Choose a file`}
        accept={props.accept ?? csvTypes}
        leftSection={<IconFileImport size="1.125rem" aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove file` }}
        disabled={create.isPending}
        onChange={selected => void run.choose(selected)}
      />
      {template && !file && (
        <Button
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => downloadText(template.fileName, template.text, 'text/csv')}
        >
          {t`Download a template`}
        </Button>
      )}
      {props.fields}
      {run.problem && <ProblemAlert title={t`This file can’t be read`}>{run.problem}</ProblemAlert>}
      {file?.tooMany && tooMany && <ProblemAlert title={tooMany.title}>{tooMany.text}</ProblemAlert>}
      {run.readPart !== undefined && (
        <Progress value={run.readPart * 100} aria-label={t`Reading the file`} animated />
      )}
      {isBusy && (
        <Progress
          value={(processedCount / Math.max(1, total)) * 100}
          aria-label={check.isPending ? t`Checking the file` : props.progressLabel}
          animated
        />
      )}
      <FailedAct act={check} failed={t`The file couldn’t be checked. Choose it again.`} />
      {create.isSuccess ? (
        <SkippedRows rows={lateSkipped} hasLines={props.kind !== 'zones'} />
      ) : (
        run.isReady && props.children
      )}
      {run.isReady && !create.isPending && (
        <ImportLinks
          toLeftOutFile={
            file && allSkipped.length > 0
              ? () => ({ kind: props.kind, fileName: run.fileName, text: file.format(allSkipped) })
              : undefined
          }
          onLeave={onClose}
        />
      )}
      {create.isError && (
        <ProblemAlert>
          {errorTextWithTime(create.error, t`The import stopped. Try again.`)}{' '}
          {run.importedCount > 0 && toSoFarText?.(run.importedCount)}
        </ProblemAlert>
      )}
    </ActForm>
  )
}
