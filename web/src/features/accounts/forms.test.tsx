import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { App } from '@/App';
import { shop } from '@/shop';
import { sessionExpiredAtom, store, tokenAtom } from '@/state';
import { profileDraftAtom } from './profile';

/** Answers calls by path; others get 404. */
function serve(answers: Record<string, [status: number, body: unknown]>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const path = String(input).split('?')[0] ?? '';
    const [status, body] = answers[path] ?? [404, { message: 'tidak ada', code: 'not_found' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

const address = () => screen.getByLabelText('address').textContent;

async function open(path: string | { pathname: string; state: unknown }) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  // The page suspends while it is loading.
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <App />
        <Address />
      </MemoryRouter>,
    ),
  );
  return { user: userEvent.setup() };
}

afterEach(() => {
  queryClient.clear();
  store.set(tokenAtom, null);
  store.set(sessionExpiredAtom, false);
});

const inMain = (name: string) =>
  screen.getAllByRole('button', { name }).find((each) => each.closest('main')) as HTMLElement;
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('the login', () => {
  it('shows an error at each missing field', async () => {
    const fetched = serve({});
    const { user } = await open('/login');
    await screen.findByLabelText('Email');
    await user.click(inMain('Login'));
    expect(screen.getByText('Email wajib diisi.')).toBeTruthy();
    expect(screen.getByText('Password wajib diisi.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'siti@ksmart.test');
    expect(screen.queryByText('Email wajib diisi.')).toBeNull();
    expect(fetched.mock.calls.map(([input]) => String(input))).not.toContain('/api/login');
  });

  it('shows the error and keeps the typed e-mail', async () => {
    serve({ '/api/login': [401, { message: 'Email atau password salah', code: 'x' }] });
    const { user } = await open('/login');
    await user.type(await screen.findByLabelText('Email'), 'siti@ksmart.test');
    await user.type(screen.getByLabelText('Password'), 'salah');
    await user.click(inMain('Login'));
    expect((await screen.findByRole('alert')).textContent).toBe('Email atau password salah');
    expect(value('Email')).toBe('siti@ksmart.test');
    expect(store.get(tokenAtom)).toBeNull();
  });

  it('fills in the e-mail after a registration', async () => {
    serve({});
    await open({ pathname: '/login', state: { registered: 'ayu@example.com' } });
    expect((await screen.findByText(/^Akun Anda sudah jadi/)).getAttribute('role')).toBe('status');
    expect(value('Email')).toBe('ayu@example.com');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  it('stores the token and opens the home page', async () => {
    const token = `x.${btoa(JSON.stringify({ sub: '3', exp: 4_000_000_000 }))}.y`;
    serve({ '/api/login': [200, { token, user: { id: 3 } }] });
    const { user } = await open('/login');
    await user.type(await screen.findByLabelText('Email'), 'siti@ksmart.test');
    await user.type(screen.getByLabelText('Password'), 'ksmart-demo');
    await user.click(inMain('Login'));
    await waitFor(() => expect(address()).toBe('/'));
    expect(localStorage.getItem('token')).toBe(token);
  });
});

describe('a forgotten password', () => {
  afterEach(() => Object.assign(shop, { sends_mail: false, phone: '' }));

  it('offers a reset link if the shop sends e-mails', async () => {
    shop.sends_mail = true;
    serve({});
    await open('/reset-password/forgotten');
    expect(await screen.findByRole('button', { name: 'Kirim tautan' })).toBeTruthy();
  });

  it('shows a phone number if e-mails are not sent', async () => {
    Object.assign(shop, { sends_mail: false, phone: '021 555 1234' });
    serve({});
    await open('/reset-password/forgotten');
    expect(await screen.findByText(/tidak mengirim email\. Hubungi pengelola toko/)).toBeTruthy();
    const link = screen.getAllByRole('link', { name: '021 555 1234' })[0];
    expect(link?.getAttribute('href')).toBe('tel:0215551234');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});

describe('the registration', () => {
  it('focuses the first field with an error', async () => {
    const fetched = serve({});
    const { user } = await open('/register');
    await user.type(await screen.findByLabelText('Nama'), 'Ayu Lestari');
    await user.type(screen.getByLabelText('Password'), 'ksmart-demo');
    await user.type(screen.getByLabelText('Konfirmasi password'), 'lain');
    await user.click(inMain('Register'));
    expect(await screen.findByText('Konfirmasi password tidak cocok.')).toBeTruthy();
    expect(screen.getByText('Email wajib diisi.')).toBeTruthy();
    expect(screen.getByText('ID Leader wajib diisi.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Foto profil'));
    expect(value('Nama')).toBe('Ayu Lestari');
    const calls = fetched.mock.calls.map(([input]) => String(input));
    expect(calls).not.toContain('/api/register');
  });

  it('does not require a leader if there is none', async () => {
    serve({});
    const { user } = await open('/register?ref=KS12345678');
    expect((await screen.findByLabelText<HTMLInputElement>('ID Leader')).value).toBe('KS12345678');
    await user.click(screen.getByLabelText('Saya belum punya leader'));
    await user.click(inMain('Register'));
    await screen.findByText('Email wajib diisi.');
    expect(screen.getByText('Konfirmasi password wajib diisi.')).toBeTruthy();
    expect(screen.queryByText('ID Leader wajib diisi.')).toBeNull();
  });

  it('C10: keeps the inviter until it is removed', async () => {
    serve({});
    const { user } = await open('/register?ref=KS12345678');
    expect(await screen.findByText(/Tautan undangan yang Anda buka: KS12345678/)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Login' });
    await user.click(links.find((link) => link.closest('main')) as HTMLElement);
    await user.click(await screen.findByRole('link', { name: 'Daftar' }));
    expect((await screen.findByLabelText<HTMLInputElement>('ID Leader')).value).toBe('KS12345678');
    await user.click(screen.getByRole('button', { name: 'Hapus pengundang' }));
    expect(value('ID Leader')).toBe('');
    expect(screen.queryByRole('button', { name: 'Hapus pengundang' })).toBeNull();
    expect(localStorage.getItem('inviter')).toBeNull();
  });

  it('refuses a file whose content is no image', async () => {
    serve({});
    const { user } = await open('/register');
    const file = new File(['<svg>bukan foto</svg>'], 'foto.png', { type: 'image/png' });
    await user.upload(await screen.findByLabelText('Foto profil'), file);
    const refusal = 'Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).';
    expect(await screen.findByText(refusal)).toBeTruthy();
  });
});

/** Makes the reading of photos slow; returns a function that ends it. */
function slowPhotos() {
  let read: (bytes: ArrayBuffer) => void = Boolean;
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(
    () => new Promise((resolve) => (read = resolve)),
  );
  const png = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  return () => act(async () => read(png.buffer));
}
const photo = new File(['x'], 'foto.png', { type: 'image/png' });

const said = (body: unknown) => new Response(JSON.stringify(body));

describe('the profile form', () => {
  const me = {
    id: 3,
    uid: 'KS000003',
    name: 'Siti',
    email: 'siti@ksmart.test',
    no_hp: '081200001075',
    alamat: 'Jl. Melati 1',
    bank: 'BCA',
    rekening_bank: '1234567890',
    jenis_kelamin: 'P',
    tanggal_lahir: '1990-05-17',
    profile_picture: null,
    id_plan: 1,
    BV: 0,
    role: 'member',
  };
  beforeEach(() => {
    store.set(tokenAtom, `x.${btoa(JSON.stringify({ sub: '3', exp: 4_000_000_000 }))}.y`);
  });
  afterEach(() => store.set(profileDraftAtom, null));

  it('keeps the typed text while a photo is checked', async () => {
    serve({ '/api/me': [200, me] });
    const readPhoto = slowPhotos();
    const { user } = await open('/edit-profile');
    await user.upload(await screen.findByLabelText('Foto profil'), photo);
    await user.type(screen.getByLabelText('Nama'), ' Aminah');
    await readPhoto();
    expect(await screen.findByAltText('Pratinjau foto profil')).toBeTruthy();
    expect(value('Nama')).toBe('Siti Aminah');
  });

  it('keeps text that is typed during a save', async () => {
    let answer: (response: Response) => void = Boolean;
    const saved = said({ message: 'Profile updated successfully!', user: me });
    const others: Record<string, unknown> = { '/api/me': me, '/api/me/heirs': { heirs: [] } };
    const factors = { totp: false, passkeys: [], recovery_codes: 0, required: false };
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      init?.method === 'PUT'
        ? new Promise((resolve) => (answer = resolve))
        : Promise.resolve(said(others[String(input)] ?? factors)),
    );
    const { user } = await open('/edit-profile');
    await user.type(await screen.findByLabelText('Nama'), ' Aminah');
    await user.click(screen.getByRole('button', { name: 'Simpan perubahan' }));
    await user.type(screen.getByLabelText('Alamat'), ', Bandung');
    await act(async () => answer(saved.clone()));
    expect(address()).toBe('/edit-profile');
    expect(value('Alamat')).toBe('Jl. Melati 1, Bandung');
    await user.click(await screen.findByRole('button', { name: 'Simpan perubahan' }));
    await act(async () => answer(saved));
    await waitFor(() => expect(address()).toBe('/profile'));
  });
});

it('a photo check does not restore a fixed error', async () => {
  serve({});
  const readPhoto = slowPhotos();
  const { user } = await open('/register');
  await user.click(inMain('Register'));
  expect(await screen.findByText('Nama wajib diisi.')).toBeTruthy();
  await user.upload(screen.getByLabelText('Foto profil'), photo);
  await user.type(screen.getByLabelText('Nama'), 'Ayu');
  await readPhoto();
  expect(await screen.findByAltText('Pratinjau foto profil')).toBeTruthy();
  expect(screen.queryByText('Nama wajib diisi.')).toBeNull();
});

it('a second reset link shows the form again', async () => {
  serve({ '/api/password-reset': [200, { message: 'Password diganti.' }] });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await act(async () =>
    render(
      <MemoryRouter initialEntries={['/reset-password#token=SATU']}>
        <App />
        <Link to="/reset-password#token=DUA">Tautan kedua</Link>
      </MemoryRouter>,
    ),
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Password'), 'rahasia-sekali');
  await user.type(screen.getByLabelText('Konfirmasi password'), 'rahasia-sekali');
  await user.click(screen.getByRole('button', { name: 'Simpan password' }));
  await screen.findByText('Silakan login dengan password baru Anda.');
  await user.click(screen.getByText('Tautan kedua'));
  expect(await screen.findByRole('button', { name: 'Simpan password' })).toBeTruthy();
});
