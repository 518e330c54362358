import { createContext, use, useMemo, useState, type ReactNode } from 'react';

import type { CompanyRow } from '../generated/contract';

/** The company that the screens show. */
export interface CurrentCompany {
  /** The company; there is none before the first is founded. */
  company: CompanyRow | undefined;
  /** All of the installation. */
  companies: CompanyRow[];
  /** Shows another one. */
  choose(id: string): void;
}

const CompanyContext = createContext<CurrentCompany | null>(null);
const KEPT = 'bailiwick.company';

/** Gives everything below it the company that was chosen last. */
export function CompanyProvider({ companies, children }: { companies: CompanyRow[]; children: ReactNode }) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEPT));
  const value = useMemo<CurrentCompany>(
    () => ({
      company: companies.find((row) => row.id === chosen) ?? companies[0],
      companies,
      choose(id) {
        localStorage.setItem(KEPT, id);
        setChosen(id);
      },
    }),
    [companies, chosen],
  );
  return <CompanyContext value={value}>{children}</CompanyContext>;
}

/** The company that the screens show, and how to change it. */
export function useCurrentCompany(): CurrentCompany {
  const current = use(CompanyContext);
  if (current === null) throw new Error('no company above this component');
  return current;
}

/** The id to ask with. Screens that call this are only shown when there is a company. */
export function useCompanyId(): string {
  const { company } = useCurrentCompany();
  if (company === undefined) throw new Error('no company has been founded yet');
  return company.id;
}
