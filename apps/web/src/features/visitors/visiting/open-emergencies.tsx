import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { Alarm } from '../../../ui/alarm/alarm.tsx'

/** The instructions of the open emergencies, above the forms of a poster or kiosk. */
export const OpenEmergencies = ({ emergencies }: Pick<VisitedPlace, 'emergencies'>) =>
  emergencies.map(emergency => (
    <div key={emergency.id} role="alert">
      <Alarm emergency={emergency} />
    </div>
  ))
