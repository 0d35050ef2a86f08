import { t } from '@lingui/core/macro'
import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { toBorderColour, VisitInstruction } from './visit-instruction.tsx'

/** The instructions of the open emergencies, above the forms of a poster or kiosk. */
export const OpenEmergencies = ({ emergencies }: Pick<VisitedPlace, 'emergencies'>) =>
  emergencies.map(emergency => (
    <Panel
      key={emergency.id}
      component="section"
      role="alert"
      aria-label={emergency.drill ? t`Drill` : t`Emergency`}
      bd={`2px solid ${toBorderColour(emergency.drill)}`}
    >
      <VisitInstruction emergency={emergency} />
    </Panel>
  ))
