import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

const noQuestions: OpenQuestion[] = []

type OpenQuestions = {
  questions: OpenQuestion[]
  total: number
  hasOwnCalls: boolean
  known: boolean
  isLoading: boolean
}

/** Returns the unanswered urgent questions, newest first; the feed keeps them up to date. Empty until `known`. */
export function useOpenQuestions(): OpenQuestions {
  const { data, isLoading } = useQuery(orpc.broadcasts.openQuestions.queryOptions())
  return {
    questions: data?.questions ?? noQuestions,
    total: data?.total ?? 0,
    hasOwnCalls: data?.hasOwnCalls ?? false,
    known: data !== undefined,
    isLoading,
  }
}
