import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { standIn } from '../test/stand-in';
import { App } from './App';

beforeEach(() => {
  location.hash = '#/';
});

it('without a company every address leads to founding one', async () => {
  render(<App transport={standIn(new URLSearchParams('rows=0'))} />);
  expect(await screen.findByRole('heading', { name: 'Found a company' })).toBeTruthy();
});

it('founds a company and offers the first play', async () => {
  const user = userEvent.setup();
  render(<App transport={standIn(new URLSearchParams('rows=0'))} />);
  await user.type(await screen.findByLabelText(/^Name/), 'Lighthouse');
  await user.click(await screen.findByRole('button', { name: 'Found the company' }));
  expect(await screen.findByRole('heading', { name: 'Lighthouse is founded' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Run the rehearsal' })).toBeTruthy();
});

it('says what failed and what to do next', async () => {
  render(<App transport={standIn(new URLSearchParams('fail=company.list'))} />);
  const alert = await screen.findByRole('alert', {}, { timeout: 4000 });
  expect(alert.textContent).toContain('the disk is full');
  expect(alert.textContent).toContain('make room');
});

it('shows an approval with its arguments whole and answers it', async () => {
  const user = userEvent.setup();
  render(<App transport={standIn()} />);
  await user.click(await screen.findByRole('button', { name: /Approvals/ }));
  expect((await screen.findAllByText(/Dear Ms Okafor/)).length).toBe(1);
  const [first] = await screen.findAllByRole('button', { name: 'Deny' });
  if (first !== undefined) await user.click(first);
  expect(await screen.findByText(/Answered: denied/)).toBeTruthy();
});
