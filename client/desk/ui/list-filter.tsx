import type { ComponentProps, ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { longestSearch } from '#shared/desk/requests/fields.ts'
import { stateWord } from '#shared/desk/words.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Segments } from './segments.tsx'

/** An empty value means all states. */
type States = readonly (readonly [value: string, label: string])[]

type Props = {
  /** The query parameter of the state. */
  name?: string
  /** The states, with their usual words or with others. */
  states?: readonly (string | readonly [value: string, label: string])[]
  /** The label of the text field; without it there is none. */
  finds?: string
  children?: ReactNode
}

/** Filters the page's list, also without script. States are links that keep the other filters. */
export function ListFilter({ name = 'status', states = [], finds, children }: Props) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const state = query.get(name) ?? ''
  const sort = query.get('sort')
  return (
    <form className="Filter" action={pathname}>
      {states.length > 0 && (
        <Segments
          className="Filter-states"
          label="State"
          links={linksTo(pathname, query, name, withWords(states))}
        />
      )}
      {state && <input type="hidden" name={name} value={state} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <div className="Filter-fields">
        {finds && (
          <TextField
            label={finds}
            name="q"
            maxLength={longestSearch}
            defaultValue={query.get('q') ?? ''}
            aria-keyshortcuts="f"
            data-filter
          />
        )}
        {children}
        <Button quiet>Show</Button>
      </div>
    </form>
  )
}

/** Adds words to the states, and "All" as the first one. */
export function withWords(states: NonNullable<Props['states']>): States {
  return [
    ['', 'All'],
    ...states.map((each) => (typeof each === 'string' ? ([each, stateWord(each)] as const) : each)),
  ]
}

type FieldProps = ComponentProps<typeof TextField> & { name: string }

/** A field whose value is the current filter. */
export function FilterField(field: FieldProps) {
  const [query] = useSearchParams()
  return <TextField {...field} defaultValue={query.get(field.name) ?? ''} />
}

/** Finds by a whole address, so spelling correction is off. */
export function WhoField(field: FieldProps) {
  return <FilterField {...field} autoComplete="off" spellCheck={false} aria-keyshortcuts="f" data-filter />
}

type DayProps = {
  /** The query parameters of both days. */
  from?: string
  to?: string
  label?: string
}

/** Filters by a span of days, both included. */
export function DayFields({ from = 'from', to = 'to', label = 'From' }: DayProps) {
  return (
    <>
      <FilterField label={label} name={from} type="date" />
      <FilterField label="To, and with" name={to} type="date" />
    </>
  )
}

type LinkedFilterProps = {
  label: string
  name: string
  word?(value: string): string
  /** The label of the list without this filter. */
  without?: string
}

/** A filter that only another page's link sets. It is shown, kept, and can be removed. */
export function LinkedFilter({ label, name, word = String, without = 'All' }: LinkedFilterProps) {
  const value = useSearchParams()[0].get(name)
  if (!value) return null
  return (
    <Select label={label} name={name} defaultValue={value}>
      <option value={value}>{word(value)}</option>
      <option value="">{without}</option>
    </Select>
  )
}

/** Keeps the filter by a customer's address or company. */
export function CustomerFilter() {
  return (
    <>
      <LinkedFilter label="Address" name="email" />
      <LinkedFilter label="Company" name="company" />
    </>
  )
}

type CsvProps = { address: string; query?: URLSearchParams; noun: string }

const noFilter = new URLSearchParams()

/**
 * Downloads all rows of the filtered list, not just those on this page.
 * @param address answers with CSV
 */
export function CsvLink({ address, query = noFilter, noun }: CsvProps) {
  const shown = new URLSearchParams([...query].filter(([name]) => name !== 'after' && name !== 'done'))
  return (
    <a
      className="Button Button--quiet Button--small"
      href={shown.size > 0 ? `${address}?${shown}` : address}
      download
    >
      <Icon name="download" />
      CSV of these {noun}
    </a>
  )
}

/** Whether a filter is active. Forms send empty fields, too. */
export function isFiltered(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => value !== '' && !['after', 'done', 'sort'].includes(name))
}

/**
 * Links to the states of a list, which keep the other filters.
 * @param name the query parameter of the state
 */
export function linksTo(page: string, query: URLSearchParams, name: string, states: States) {
  return states.map(([value, label]) => ({
    label,
    href: withMember(page, query, [name, value]),
    isCurrent: value === (query.get(name) ?? ''),
  }))
}

/**
 * The address of the first page of the list with another filter or sort.
 * @param member an empty value removes it
 */
export function withMember(page: string, query: URLSearchParams, [name, value]: [string, string]): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  next.delete('done')
  next.delete(name)
  if (value) next.set(name, value)
  const text = next.toString()
  return text ? `${page}?${text}` : page
}
