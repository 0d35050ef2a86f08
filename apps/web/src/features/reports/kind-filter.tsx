import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { type ReportKind, reportKinds } from '@muster/domain/report.ts'
import { Select } from '../../ui/forms/select.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { kindLabels } from './report-words.ts'

const options = reportKinds.map(value => ({ value, label: kindLabels[value] }))

type Props = { kind: ReportKind; onChange: (kind: ReportKind) => void }

/** Selects the kind of report, from a menu on phones, where four names do not fit side by side. */
export function KindFilter({ kind, onChange }: Props) {
  const isPhone = useIsPhone()
  const changeKind = (value: string | null) => {
    const chosenKind = reportKinds.find(reportKind => reportKind === value)
    if (chosenKind) onChange(chosenKind)
  }
  return isPhone ? (
    <Select label={t`Report`} data={options} value={kind} onChange={changeKind} allowDeselect={false} />
  ) : (
    <SegmentedControl aria-label={t`Report`} data={options} value={kind} onChange={changeKind} />
  )
}
