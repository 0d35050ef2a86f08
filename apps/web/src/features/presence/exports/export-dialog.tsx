import { plural, t } from '@lingui/core/macro'
import { Progress, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import {
  type ExportFormat,
  type ExportKind,
  exportFormats,
  maxSheetRows,
} from '@muster/contract/presence-exports.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isDate, shiftDate, toSpan } from '../../../lib/dates.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { RollFile } from '../../reports/public.ts'
import { useZoneRights } from '../use-zone-rights.ts'
import type { ExportProgress } from './export-file.ts'
import { useExport } from './use-export.ts'

type Props = { zone: Pick<Zone, 'id' | 'name'>; opened: boolean; onClose: () => void }

/** Exports presence and visits: selects content, format and days, and shows progress with a stop button. */
export function ExportDialog({ opened, onClose, ...props }: Props) {
  const zoneName = props.zone.name
  const [isTooLong, setIsTooLong] = useState(false)
  const close = () => {
    setIsTooLong(false)
    onClose()
  }
  return (
    <ResponsiveDialog opened={opened} onClose={close} title={t`Export ${zoneName}`}>
      {isTooLong ? (
        <Suspense fallback={null}>
          <RollFile roll={{ kind: 'inside', zoneId: props.zone.id }} onClose={close} />
        </Suspense>
      ) : (
        <ExportForm {...props} onClose={close} onTooLong={() => setIsTooLong(true)} />
      )}
    </ResponsiveDialog>
  )
}

const kindChoices: { value: ExportKind; label: string }[] = [
  { value: 'inside', label: t`Inside now` },
  { value: 'visits', label: t`Visits` },
]
const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF', geojson: 'GeoJSON' }

/** Visits have no PDF, because their report has one. */
const listFormats = (kind: ExportKind) =>
  exportFormats.filter(format => kind === 'inside' || format !== 'pdf')

function ExportForm({ zone, onClose, onTooLong }: Omit<Props, 'opened'> & { onTooLong: () => void }) {
  const today = isoDay(new Date())
  const { tracks } = useZoneRights()(zone.id)
  const [kind, setKind] = useState<ExportKind>('inside')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [firstDate, setFirstDate] = useState(shiftDate(today, -6))
  const [lastDate, setLastDate] = useState(today)
  const { start, stop, progress, working } = useExport(zone.name, onClose, onTooLong)
  const isComplete = isDate(firstDate) && isDate(lastDate)
  const isReversed = isComplete && lastDate < firstDate
  const span =
    isComplete && kind === 'visits' ? { from: toSpan(firstDate).from, to: toSpan(lastDate).to } : {}
  const minDate = shiftDate(today, -limits.retentionDays)
  return (
    <Form noValidate={false} onSubmit={() => start({ zoneId: zone.id, kind, format, ...span })}>
      <SegmentedControl
        fullWidth
        aria-label={t`What to export`}
        data={kindChoices}
        value={kind}
        disabled={working}
        onChange={value => {
          const newKind = kindChoices.find(option => option.value === value)?.value ?? 'inside'
          setKind(newKind)
          if (!listFormats(newKind).includes(format)) setFormat('csv')
        }}
      />
      {kind === 'visits' && (
        <SimpleGrid minColWidth="min(100%, 140px)" autoFlow="auto-fit" spacing="sm">
          <TextInput
            label={t`First day`}
            type="date"
            min={minDate}
            max={today}
            value={firstDate}
            disabled={working}
            onChange={event => setFirstDate(event.currentTarget.value)}
          />
          <TextInput
            label={t`Last day`}
            type="date"
            min={minDate}
            max={today}
            value={lastDate}
            disabled={working}
            error={isReversed && t`The last day is before the first day`}
            onChange={event => setLastDate(event.currentTarget.value)}
          />
        </SimpleGrid>
      )}
      <SegmentedControl
        fullWidth
        aria-label={t`Format`}
        data={listFormats(kind).map(value => ({ value, label: formatNames[value] }))}
        value={format}
        disabled={working}
        onChange={value => setFormat(exportFormats.find(option => option === value) ?? 'csv')}
      />
      <Text c="dimmed">
        {formatHint(format, tracks)}{' '}
        {format === 'pdf'
          ? t`The security log records this export.`
          : t`Times are in UTC. The security log records this export.`}
      </Text>
      {progress && (
        <Stack role="status" gap={4} data-figures>
          <Progress
            value={progress.total === 0 ? 100 : (progress.rows / progress.total) * 100}
            aria-label={t`Export`}
          />
          {progressText(progress)}
        </Stack>
      )}
      <DialogButtons>
        <Button variant="default" onClick={working ? stop : onClose}>
          {working ? t`Stop` : t`Cancel`}
        </Button>
        <Button
          type="submit"
          icon={IconDownload}
          disabled={working || isReversed || (kind === 'visits' && !isComplete)}
        >
          {working ? t`Exporting…` : t`Export`}
        </Button>
      </DialogButtons>
    </Form>
  )
}

function progressText({ rows, total }: ExportProgress): string {
  const exported = formatCount(rows)
  return plural(total, { one: `${exported} of # row`, other: `${exported} of # rows` })
}

function formatHint(format: ExportFormat, tracks: boolean): string {
  if (format === 'csv') return t`Opens in any spreadsheet app, with no row limit.`
  if (format === 'xlsx') {
    return plural(maxSheetRows, {
      one: 'For Excel and similar apps, up to about # row.',
      other: 'For Excel and similar apps, up to about # rows.',
    })
  }
  if (format === 'pdf')
    return t`The list for a roll call: by last name, people not seen first, with a box to tick.`
  return tracks
    ? t`For mapping software, including where each person was seen. They’re told that you viewed it.`
    : t`For mapping software, without positions. Including them requires permission to track live locations.`
}
