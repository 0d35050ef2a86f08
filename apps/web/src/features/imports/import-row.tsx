import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { ImportKind, ImportRun } from '@muster/contract/imports.ts'
import { IconArrowBackUp, IconDownload, IconFileImport } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { language } from '../../lib/language.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { downloadLeftOut } from './left-out-file.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'

const kindLabels: Readonly<Record<ImportKind, string>> = {
  people: t`People`,
  zones: t`Zones`,
  badges: t`Badges`,
}

/** A file that was imported: who imported it and when, what it did, and what can still be done about it. */
export function ImportRow({ importRun }: { importRun: ImportRun }) {
  const { id: importId, kind, fileName, state, importedBy, begunAt } = importRun
  const place = importRun.organisation ?? importRun.zone
  const undoing = useDialog()
  const download = useAct({
    call: () => api.imports.leftOut({ importId }),
    onDone: ({ text }) => downloadLeftOut({ kind, fileName, text }),
    failed: error => [t`Download failed`, errorTextWithTime(error, t`Try again.`)],
  })
  return (
    <Panel>
      <Group justify="space-between" gap="sm">
        <RowHead
          basis={280}
          icon={IconFileImport}
          title={<Name>{fileName}</Name>}
          tag={
            <>
              <Tag>{kindLabels[kind]}</Tag>
              {state === 'running' && <Tag tone="info">{t`Importing…`}</Tag>}
              {state === 'stopped' && <Tag tone="caution">{t`Incomplete`}</Tag>}
            </>
          }
          detail={
            <>
              <Trans>
                <Name>{importedBy}</Name>, <RelativeTime at={begunAt} form="clock" />
              </Trans>
              {place && (
                <>
                  {' · '}
                  <Name>{place}</Name>
                </>
              )}
            </>
          }
        >
          <Text data-figures>{describeCounts(importRun)}</Text>
          <UndoState importRun={importRun} />
        </RowHead>
        <Group gap="xs">
          {importRun.hasLeftOutFile && (
            <Button
              variant="default"
              icon={IconDownload}
              loading={download.isPending}
              onClick={() => download.mutate()}
              aria-label={t`Download skipped rows of ${fileName}`}
            >
              {t`Download skipped rows`}
            </Button>
          )}
          {importRun.mayUndo && (
            <Button
              variant="default"
              icon={IconArrowBackUp}
              onClick={undoing.open}
              aria-label={t`Undo the import of ${fileName}`}
            >
              {t`Undo this import`}
            </Button>
          )}
        </Group>
      </Group>
      <UndoImportDialog importRun={importRun} {...undoing.props} />
    </Panel>
  )
}

function describeCounts({ created, changed, leftOut }: ImportRun): string {
  const counts = [
    plural(created, { one: '# created', other: '# created' }),
    ...(changed > 0 ? [plural(changed, { one: '# changed', other: '# changed' })] : []),
    ...(leftOut > 0 ? [plural(leftOut, { one: '# skipped', other: '# skipped' })] : []),
  ]
  return new Intl.ListFormat(language, { type: 'unit' }).format(counts)
}

function UndoState({ importRun: { undo, removed } }: { importRun: ImportRun }) {
  const removedText = plural(removed, { one: '# removed', other: '# removed' })
  if (!undo)
    return removed > 0 ? (
      <Text>
        <Trans>Undo incomplete: {removedText} so far.</Trans>
      </Text>
    ) : null
  const { kept } = undo
  const remainingText = plural(kept, { one: '# kept', other: '# kept' })
  return (
    <Text>
      <Trans>
        Undone by <Name>{undo.by}</Name>, <RelativeTime at={undo.at} form="clock" />: {removedText},{' '}
        {remainingText}
      </Trans>
    </Text>
  )
}
