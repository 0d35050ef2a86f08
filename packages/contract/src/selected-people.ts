import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { fitting } from './fits.ts'
import { id } from './ids.ts'

export const selectedPeople = fitting(z.array(id).min(1).max(limits.peopleChangedAtOnceMost), 'uuid[]')
