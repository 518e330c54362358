//! The Merkle tree over a log. *Source:* RFC 6962, section 2.1.

use sha2::{Digest as _, Sha256};

use super::Hash;

/// The hash of a leaf: SHA-256 of a zero byte and the leaf.
pub fn leaf_hash(leaf: &[u8]) -> Hash {
    let mut hash = Sha256::new();
    hash.update([0]);
    hash.update(leaf);
    hash.finalize().into()
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let mut hash = Sha256::new();
    hash.update([1]);
    hash.update(left);
    hash.update(right);
    hash.finalize().into()
}

/// The root of a tree whose leaves are given one after another, in memory that grows with the logarithm.
#[derive(Debug, Clone, Default)]
pub struct Root {
    /// Complete subtrees, largest first: their height and hash.
    subtrees: Vec<(u32, Hash)>,
}

impl Root {
    /// Adds the next leaf's hash.
    pub fn push(&mut self, leaf: Hash) {
        let mut added = (0, leaf);
        while let Some((height, left)) = self.subtrees.pop_if(|(height, _)| *height == added.0) {
            added = (height + 1, node_hash(&left, &added.1));
        }
        self.subtrees.push(added);
    }

    /// How many leaves it holds.
    pub fn size(&self) -> u64 {
        self.subtrees.iter().map(|(height, _)| 1_u64 << height).sum()
    }

    /// The hashes from which the tree goes on, largest subtree first.
    pub fn subtrees(&self) -> impl Iterator<Item = &Hash> {
        self.subtrees.iter().map(|(_, hash)| hash)
    }

    /// The tree of `size` leaves that goes on from these hashes; nothing if they are not as many as its size asks.
    pub fn resume(size: u64, hashes: &[Hash]) -> Option<Self> {
        let heights = (0..u64::BITS).rev().filter(|height| size >> height & 1 == 1);
        let fits = heights.clone().count() == hashes.len();
        fits.then(|| Self { subtrees: heights.zip(hashes.iter().copied()).collect() })
    }

    /// The root over all leaves so far; SHA-256 of nothing for an empty tree.
    pub fn hash(&self) -> Hash {
        let mut from_right = self.subtrees.iter().rev().map(|(_, hash)| *hash);
        match from_right.next() {
            None => Sha256::digest([]).into(),
            Some(last) => from_right.fold(last, |right, left| node_hash(&left, &right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GENESIS;
    use super::*;

    /// *Source:* the test vectors of Certificate Transparency's reference implementation.
    #[test]
    fn ad_3_roots_are_those_of_rfc_6962() {
        let leaves = [
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f",
        ];
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        let mut tree = Root::default();
        assert_eq!(hex::encode(tree.hash()), roots[0]);
        for (leaf, root) in leaves.iter().zip(&roots[1..]) {
            tree.push(leaf_hash(&hex::decode(leaf).unwrap()));
            assert_eq!(hex::encode(tree.hash()), *root);
            let hashes: Vec<Hash> = tree.subtrees().copied().collect();
            tree = Root::resume(tree.size(), &hashes).unwrap();
            assert_eq!(hex::encode(tree.hash()), *root);
        }
        assert_eq!(tree.size(), 8);
        assert!(Root::resume(3, &[GENESIS]).is_none());
    }
}
