//! The lines of a stream, however long somebody makes them.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// What is kept of the end of a line that was cut. *Units:* bytes.
const TAIL: usize = 256;
/// Room that is not given back after a line. *Units:* bytes.
const ROOM: usize = 256 * 1024;

/// How much of a line was read.
pub(super) enum Length {
    /// All of it.
    Whole,
    /// Its beginning and its last bytes; the rest was passed over.
    Cut,
    /// Nothing: the stream has ended.
    End,
}

/// Reads lines of at most `max` bytes.
pub(super) struct Lines<R> {
    stream: BufReader<R>,
    max: usize,
    /// The line, or its beginning.
    pub line: Vec<u8>,
    /// The last bytes of a line that was cut.
    pub tail: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(stream: R, max: usize) -> Self {
        Self { stream: BufReader::with_capacity(64 * 1024, stream), max, line: Vec::new(), tail: Vec::new() }
    }

    /// Reads the next line, whose end of line it keeps.
    pub(super) async fn next(&mut self) -> io::Result<Length> {
        self.line.clear();
        self.line.shrink_to(ROOM);
        self.tail.clear();
        let mut is_cut = false;
        loop {
            let buffer = self.stream.fill_buf().await?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            let is_last = end.is_some() || buffer.is_empty();
            is_cut |= self.line.len() + taken > self.max;
            let kept = if is_cut { &mut self.tail } else { &mut self.line };
            kept.extend(buffer.iter().take(taken));
            self.stream.consume(taken);
            if let Some(more) = self.tail.len().checked_sub(TAIL) {
                self.tail.drain(..more);
            }
            if is_last {
                return Ok(match (is_cut, self.line.is_empty()) {
                    (true, _) => Length::Cut,
                    (false, true) => Length::End,
                    (false, false) => Length::Whole,
                });
            }
        }
    }
}
